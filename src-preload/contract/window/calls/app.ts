/** What concerns the app and its windows. */

import { z } from "zod";
import type { OpId, SessionId } from "../../domain/ids";
import type { ModelChoice, ModelRef } from "../../domain/models";
import type { SettingsProblem } from "../../domain/settings";
import type { Recovery, StoreNotice } from "../../domain/storage";
import type { Boot, ShownAsText } from "../boot";
import { commandIds } from "../commands";
import { none, opId, path, sessionId } from "../fields";
import { SIDE_PANEL_WIDTH, SIDEBAR_WIDTH } from "../panes";

/** What is read beside the main thread: another session (BR-3), or, with an op, the turns of that one that it hides (RW-3). */
export interface ReadBeside {
  session_id: SessionId;
  op_id?: OpId;
  /** A sidecar stands in its place (BR-4): it is seen when that is closed. */
  covered?: true;
}

/** What a window needs before it can show anything. */
export interface AppInfo {
  version: string;
  data_dir: string;
  models: ModelChoice[];
  default_model: ModelRef;
  favourite_models: ModelRef[];
  /** RN-2: of the folders that have one of their own. */
  workspace_models: Record<string, ModelRef>;
  /** Tokens that a conversation leaves free, if its model's limits do not ask for less (CP-1). */
  reserve_tokens: number;
  boot: Boot;
  settings_problems: SettingsProblem[];
  store_notices: StoreNotice[];
  /** A damaged database that was set aside and waits for its user's decision (SV-8). */
  recovery?: Recovery;
  /** The session this window had open (SE-9), or the one it was asked to show. */
  open_session?: SessionId;
  /** The session that this window had open, where its page failed twice on it: it was not opened again. */
  not_opened?: SessionId;
  /** What was read beside that one (SE-9). */
  beside?: ReadBeside;
  /** The folder of a window that was opened on one (`--workspace`). */
  workspace_root?: string;
  /** In whatever window they are shown. */
  shown_as_text: ShownAsText[];
}

export interface AppOutputs {
  "app.info": AppInfo;
  "app.show": undefined;
  "app.show_beside": undefined;
  "app.sees": undefined;
  "app.panes": undefined;
  "app.listens": undefined;
  "app.commands": undefined;
  "app.new_window": undefined;
  "app.copy": undefined;
  "app.show_as_text": undefined;
}

/** Conversations that one window shows at a time. */
const MOST_PANES = 2;

/** Characters: four times the longest message that is taken. */
const LONGEST_COPY = 16 * 1024 * 1024;

export const appSchemas = {
  "app.info": none,
  /** Remembers which session this window shows (SE-9); a session to be is null and may have its folder already. */
  "app.show": z.strictObject({ session_id: sessionId.nullable(), workspace_root: path.exactOptional() }),
  /** Remembers what is read beside it. */
  "app.show_beside": z.strictObject({
    beside: z
      .strictObject({
        session_id: sessionId,
        op_id: opId.exactOptional(),
        covered: z.literal(true).exactOptional(),
      })
      .nullable(),
  }),
  /** Whose end stands in this window, so that one who looks at it sees that: what comes there is read (SE-1). */
  "app.sees": z.strictObject({ session_ids: z.array(sessionId).max(MOST_PANES) }),
  /** Remembers how this window is divided. */
  "app.panes": z.strictObject({
    sidebar_open: z.boolean(),
    sidebar_width: z.int().min(SIDEBAR_WIDTH.min).max(SIDEBAR_WIDTH.max),
    beside_width: z.int().min(SIDE_PANEL_WIDTH.min).max(SIDE_PANEL_WIDTH.max),
  }),
  /** The page has painted and takes keys: what was typed before is typed now. */
  "app.listens": none,
  /** Whether the answers of a session are shown as plain text, in all windows and after a restart. */
  "app.show_as_text": z.strictObject({ session_id: sessionId, as_text: z.boolean() }),
  /** How the commands stand in this window, for the application menu. */
  "app.commands": z.strictObject({
    enabled: z.array(z.enum(commandIds)).max(commandIds.length),
    checked: z.array(z.enum(commandIds)).max(commandIds.length),
  }),
  /** On a session, or on one to be. */
  "app.new_window": z.strictObject({ session_id: sessionId.exactOptional() }),
  /** Puts text on the clipboard: every permission is refused to the page, that of the clipboard too. */
  "app.copy": z.strictObject({ text: z.string().min(1).max(LONGEST_COPY) }),
} as const;
