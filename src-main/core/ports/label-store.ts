/** The part of the store that keeps the names of messages (SE-11). */
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  Label,
  LabelCursor,
  LabelledMessage,
  LabelName,
} from "../../../src-preload/contract/domain/labels";

export interface LabelPlace {
  session_id: SessionId;
  message_id: MessageId;
  name: string;
}

export interface LabelledRequest {
  session_id?: SessionId;
  before?: LabelCursor;
  limit: number;
}

export interface LabelStore {
  /** True if the message belongs to the session, hidden or not. */
  hasMessage(session_id: SessionId, message_id: MessageId): Promise<boolean>;
  /** Returns false where the message has the label already, or is not in the session. */
  addLabel(label: LabelPlace & { now: number }): Promise<boolean>;
  /** Returns false where the message does not have the label. */
  removeLabel(label: LabelPlace): Promise<boolean>;
  /** One transaction; returns the number of messages that had the old name. A message with both names keeps one. */
  renameLabel(rename: { from: string; to: string }): Promise<number>;
  /** In the order of the messages. Costs the labels made in the time of the session, not its messages. */
  labelsOf(session_id: SessionId): Promise<Label[]>;
  /** The most used first; those of the trash count as well. */
  labelNames(limit: number): Promise<LabelName[]>;
  /** The newest labels first, without those of the trash. */
  labelledMessages(request: LabelledRequest): Promise<LabelledMessage[]>;
}
