/** The part of the store that keeps the names of messages (SE-11). */
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  Label,
  LabelCursor,
  LabelledMessage,
  LabelName,
  LabelShare,
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

export interface Rename {
  from: string;
  to: string;
  /** The message whose label is renamed; without it all messages that have the label. */
  message_id?: MessageId;
}

/** The messages that a renaming has changed. */
export interface Renamed {
  moved: readonly MessageId[];
  /** Messages that had both names, and have lost the old one. */
  merged: readonly Pick<Label, "message_id" | "created_at">[];
}

export interface LabelStore {
  /** True if the message belongs to the session, hidden or not. */
  hasMessage(session_id: SessionId, message_id: MessageId): Promise<boolean>;
  /** Returns false where the message has the label already, or is not in the session. */
  addLabel(label: LabelPlace & { now: number }): Promise<boolean>;
  /** Returns false where the message does not have the label. */
  removeLabel(label: LabelPlace): Promise<boolean>;
  /** One transaction. A message with both names keeps the new one. */
  renameLabel(rename: Rename): Promise<Renamed>;
  /**
   * Takes a renaming back, in one transaction. Returns the number of messages that have the old name again: those that have lost the new
   * one since, or are gone, stay as they are.
   */
  undoRename(rename: Pick<Rename, "from" | "to"> & Renamed): Promise<number>;
  /** In the order of the messages. Costs the labels made in the time of the session, not its messages. */
  labelsOf(session_id: SessionId): Promise<Label[]>;
  /** The most used first; those of the trash count as well. */
  labelNames(limit: number): Promise<LabelName[]>;
  /** The newest labels first, without those of the trash. */
  labelledMessages(request: LabelledRequest): Promise<LabelledMessage[]>;
  /** The labelled, visible messages before another one, in order. Costs the labels made in the time of the session, not its messages. */
  labelPlaces(request: { session_id: SessionId; before: MessageId }): Promise<LabelShare[]>;
}
