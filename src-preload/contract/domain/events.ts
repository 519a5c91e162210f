/** News of the app as a whole: the list of sessions, the settings, the store. News of one session travels on its own feed. */
import type { ErrorInfo } from "./errors";
import type { ExchangeProgress } from "./exchange";
import type { SessionId } from "./ids";
import type { ListedSession, SessionStatus, SessionSummary } from "./sessions";
import type { SettingsProblem } from "./settings";
import type { Recovery } from "./storage";

export type CoreEvent =
  /** `above`: the ancestors of this session, as a list has them; absent where there are none. */
  | { type: "session-changed"; session: SessionSummary; above?: ListedSession[] }
  /** The sessions are in the trash now. */
  | { type: "sessions-removed"; session_ids: readonly SessionId[] }
  /** An import has brought more sessions than are told one by one. */
  | { type: "sessions-arrived" }
  /** The session has left the trash: it was restored, or removed for good. */
  | { type: "trash-left"; session_id: SessionId }
  /** A sidecar of this session has changed (BR-4). */
  | { type: "sidecars-changed"; session_id: SessionId }
  /** A command in the background of this session began or ended. */
  | { type: "background-runs-changed"; session_id: SessionId }
  /** Labels of this session's messages have changed (SE-11); null: perhaps of all sessions. */
  | { type: "labels-changed"; session_id: SessionId | null }
  | { type: "status-changed"; session_id: SessionId; status: SessionStatus }
  | { type: "settings-changed"; problems: SettingsProblem[] }
  /** Something failed that no call waited for. */
  | { type: "background-error"; error: ErrorInfo }
  /** How far an export or an import of a window has come. */
  | ({ type: "exchange-progress" } & ExchangeProgress)
  /** The state of a recovery (SV-8); null once it is settled. */
  | { type: "recovery-changed"; recovery: Recovery | null }
  /** The share of the messages that the index of the search has, 0–1; null once it has all (SE-5). */
  | { type: "search-index-changed"; share: number | null };
