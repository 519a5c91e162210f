/** Every call a window may make: its name, what goes in, what comes out. Schemas (used by main alone) are in `schemas.ts`. */
import type { z } from "zod";
import type { SessionId } from "./ids";
import type { schemas } from "./schemas";
import type {
  MessagePage,
  ModelChoice,
  ModelRef,
  SessionStatus,
  SessionSummary,
  SessionView,
  SettingsProblem,
  StoredMessage,
  StoreNotice,
} from "./types";

/** A page of the picker, by recency (SE-1). */
export interface SessionList {
  sessions: (SessionSummary & { status: SessionStatus })[];
  /** Pass as `before` for the next page; absent on the last. */
  next?: SessionCursor;
}
export interface SessionCursor {
  updated_at: number;
  id: SessionId;
}

/** What a window needs before it can show anything. */
export interface AppInfo {
  version: string;
  data_dir: string;
  models: ModelChoice[];
  default_model: ModelRef;
  settings_problems: SettingsProblem[];
  store_notices: StoreNotice[];
  /** The session this window had open (SE-9), or the one it was asked to show. */
  open_session?: SessionId;
  /** The folder of a window that was opened on one (`--workspace`). */
  workspace_root?: string;
}

/** A call without an entry here is a compile error below. */
interface Outputs {
  "app.info": AppInfo;
  "app.show": undefined;
  "app.new_window": undefined;
  "session.create": { session: SessionSummary; message?: StoredMessage };
  "session.list": SessionList;
  "session.read": SessionView;
  "session.messages": MessagePage;
  "session.rename": SessionSummary;
  "session.archive": SessionSummary;
  "session.unarchive": SessionSummary;
  "session.send": StoredMessage;
  "session.abort": undefined;
  "session.resume": undefined;
  "session.status": SessionStatus;
  "draft.save": undefined;
  "draft.read": string;
}

export type CallName = keyof typeof schemas;
export type CallInput<N extends CallName> = z.infer<(typeof schemas)[N]>;
export type CallOutput<N extends CallName> = Outputs[N];
