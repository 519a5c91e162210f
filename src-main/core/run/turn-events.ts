/** The events of turns. `core/session/session-service.ts` says in one place what follows each of them. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionStatus } from "../../../src-preload/contract/domain/sessions";
import type { Emitter } from "../emitter";

/** How a turn ended, for the messages that wait behind it (QU-1). `well`: by itself (a limit is no failure). `stopped`: by its user. */
export type TurnEnding = "well" | "stopped" | "failed";

/** The cause of a turn's beginning. `rules`: the user has changed permission rules elsewhere, and the turn that waited for them goes on. */
export type TurnMaker = "user" | "queue" | "rules";

export type TurnEvent = { session_id: SessionId } & (
  | { type: "status"; status: SessionStatus }
  /** The turn is stored and runs. */
  | { type: "began"; by: TurnMaker }
  /** The turn's end is stored, and the session is given back. */
  | { type: "ended"; ending: TurnEnding }
  /** Work beside turns has ended, such as a summary by hand or files that were put back, and the session is given back. */
  | { type: "work-ended"; ending: TurnEnding }
);

export type TurnEvents = Emitter<TurnEvent>;
