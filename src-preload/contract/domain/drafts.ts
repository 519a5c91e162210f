/** Texts that are written and not sent (QU-2). */
import type { MessageId, QueueId, SessionId } from "./ids";
import type { ModelRef } from "./models";

/**
 * Where a text is written: in the composer of a session, of one that does not exist yet where the id is null; in the editor of an
 * earlier message (RW-1); or in the editor of a waiting one (QU-1).
 */
export type DraftPlace =
  | { kind: "composer"; session_id: SessionId | null }
  | { kind: "message"; session_id: SessionId; id: MessageId }
  | { kind: "waiting"; session_id: SessionId; id: QueueId };

/** The text and the choices that stand in one place. */
export interface Draft {
  text: string;
  /** Picked for it; absent where the session's model was left. */
  model?: ModelRef;
  /** The `updated_at` of the waiting message whose words were opened. */
  as_of?: number;
}

export interface PlacedDraft extends Draft {
  place: DraftPlace;
}
