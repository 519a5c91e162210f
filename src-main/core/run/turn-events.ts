/** The events of turns; `core/session/session-service.ts` says in one place what each sets off. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionStatus } from "../../../src-preload/contract/domain/sessions";
import type { Emitter } from "../emitter";

/** How a turn ended for what waits behind it (QU-1): by itself (a limit is no failure), by its user, or not as it should. */
export type TurnEnding = "well" | "stopped" | "failed";

export type TurnEvent = { session_id: SessionId } & (
  | { type: "status"; status: SessionStatus }
  /** The turn is stored and runs. */
  | { type: "began"; by: "user" | "queue" }
  /** The turn is stored to its end, and the session is given back. */
  | { type: "ended"; ending: TurnEnding }
);

export type TurnEvents = Emitter<TurnEvent>;
