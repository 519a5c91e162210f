/** Texts that are not sent yet (QU-2). */
import type { AttachmentRef } from "./attachments";
import type { MessageId, QueueId, SessionId } from "./ids";
import type { ModelRef } from "./models";

/**
 * The place of a text: the composer of a session (with a null id: of one that does not exist yet), the editor of an earlier message (RW-1),
 * or the editor of a waiting one (QU-1).
 */
export type DraftPlace =
  | { kind: "composer"; session_id: SessionId | null }
  | { kind: "message"; session_id: SessionId; id: MessageId }
  | { kind: "waiting"; session_id: SessionId; id: QueueId };

/** The text, the files and the choices in one place. */
export interface Draft {
  text: string;
  /** The picked model; absent where the session's model applies. */
  model?: ModelRef;
  /** The agent that was picked for a session which is still to be made (AG-8). */
  agent?: string;
  /** For a waiting message: the `updated_at` of the words that were opened. */
  as_of?: number;
  attachments?: AttachmentRef[];
}

/** True for a draft that holds nothing: it is not kept. */
export const isEmptyDraft = ({ text, model, agent, attachments = [] }: Draft): boolean =>
  text === "" && model === undefined && agent === undefined && attachments.length === 0;

export interface PlacedDraft extends Draft {
  place: DraftPlace;
}
