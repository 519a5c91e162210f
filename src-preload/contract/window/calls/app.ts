/** Calls about the app and its windows. */

import * as z from "zod/mini";
import type { OpId, SessionId } from "../../domain/ids";
import type { ModelChoice, ModelRef } from "../../domain/models";
import type { SettingsProblem } from "../../domain/settings";
import type { Recovery, StoreNotice } from "../../domain/storage";
import type { Boot, ShownAsText } from "../boot";
import { commandIds, pageSystemCommandIds } from "../commands";
import { none, opId, path, sessionId } from "../fields";
import { SIDE_PANEL_WIDTH, SIDEBAR_WIDTH } from "../layout";

/** The content of the side panel: another session (BR-3), or, with an op, the turns of a session that this op hides (RW-3). */
export interface SidePanelContent {
  session_id: SessionId;
  op_id?: OpId;
  /** A sidecar covers it (BR-4) until that is closed. */
  covered?: true;
}

/** The facts that a window needs before it can show anything. */
export interface AppInfo {
  version: string;
  data_dir: string;
  models: ModelChoice[];
  default_model: ModelRef;
  favourite_models: ModelRef[];
  /** RN-2: the models of folders that have one of their own. */
  workspace_models: Record<string, ModelRef>;
  boot: Boot;
  settings_problems: SettingsProblem[];
  store_notices: StoreNotice[];
  /** A damaged database that was set aside and waits for its user's decision (SV-8). */
  recovery?: Recovery;
  /** The session that this window had open (SE-9), or was asked to show. */
  open_session?: SessionId;
  /** The session that was not opened again, because this window's page failed twice on it. */
  not_opened?: SessionId;
  /** The content of the side panel beside the open session (SE-9). */
  side_panel?: SidePanelContent;
  /** The folder of a window that was opened on one (`--workspace`). */
  workspace_root?: string;
  /** The sessions that every window shows as plain text. */
  shown_as_text: ShownAsText[];
}

export interface AppOutputs {
  "app.info": AppInfo;
  "app.show": undefined;
  "app.show_side_panel": undefined;
  "app.visibility": undefined;
  "app.layout": undefined;
  "app.listens": undefined;
  "app.commands": undefined;
  "app.menu": undefined;
  "app.new_window": undefined;
  "app.new_private_window": undefined;
  "app.close": undefined;
  "app.copy": undefined;
  "app.show_as_text": undefined;
}

/** Conversations that one window shows at a time. */
const MOST_THREADS = 2;

/** Characters: four times the longest message that may be sent. */
const LONGEST_COPY = 16 * 1024 * 1024;

export const appSchemas = {
  "app.info": none,
  /** Remembers the session that this window shows (SE-9). Null for a session to be, which may have its folder already. */
  "app.show": z.strictObject({ session_id: z.nullable(sessionId), workspace_root: z.exactOptional(path) }),
  /** Remembers the content of the side panel. */
  "app.show_side_panel": z.strictObject({
    side_panel: z.nullable(
      z.strictObject({
        session_id: sessionId,
        op_id: z.exactOptional(opId),
        covered: z.exactOptional(z.literal(true)),
      }),
    ),
  }),
  /** Names the sessions whose end this window shows. A user who looks at the window reads what comes there (SE-1). */
  "app.visibility": z.strictObject({ session_ids: z.array(sessionId).check(z.maxLength(MOST_THREADS)) }),
  /** Remembers how this window is divided. */
  "app.layout": z.strictObject({
    sidebar_open: z.boolean(),
    sidebar_width: z.int().check(z.minimum(SIDEBAR_WIDTH.min), z.maximum(SIDEBAR_WIDTH.max)),
    side_panel_width: z.int().check(z.minimum(SIDE_PANEL_WIDTH.min), z.maximum(SIDE_PANEL_WIDTH.max)),
    by_folder: z.boolean(),
  }),
  /** The page has painted and takes keys: main types the keys that were pressed before. */
  "app.listens": none,
  /** Shows the answers of a session as plain text, or drawn, in all windows and after a restart. */
  "app.show_as_text": z.strictObject({ session_id: sessionId, as_text: z.boolean() }),
  /** Tells the application menu which commands are enabled and checked in this window. */
  "app.commands": z.strictObject({
    enabled: z.array(z.enum(commandIds)).check(z.maxLength(commandIds.length)),
    checked: z.array(z.enum(commandIds)).check(z.maxLength(commandIds.length)),
  }),
  /** Does what an entry of the application menu does, in this window. */
  "app.menu": z.strictObject({ command: z.enum(pageSystemCommandIds) }),
  /** Opens a window on a session, or on one to be. */
  "app.new_window": z.strictObject({ session_id: z.exactOptional(sessionId) }),
  /** A window whose sessions are kept in memory alone, until the app ends (SE-10). */
  "app.new_private_window": none,
  /** Closes this window, as the button of its frame does: what was typed is saved first. */
  "app.close": none,
  /** Puts text on the clipboard. The page cannot do this itself: it gets no permission, not even for the clipboard. */
  "app.copy": z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(LONGEST_COPY)) }),
} as const;
