/** Labels: the names that users give to messages (SE-11). */
import type { MessageId, SessionId } from "./ids";
import type { StoredMessage } from "./messages";

/** Characters of a name: a name, not a note. */
export const LONGEST_LABEL = 60;

export interface Label {
  message_id: MessageId;
  name: string;
  /** Epoch milliseconds. */
  created_at: number;
}

/** A name in use, with the number of messages that have it. */
export interface LabelName {
  name: string;
  count: number;
}

/** The changes that the renaming of a label made. */
export interface RenamedLabel {
  /** The messages that had the old name. */
  renamed: number;
  /** The messages among them that had the new name as well, and have it once now. */
  merged: number;
  /** Names the change for `label.undo_rename`. */
  change: number;
}

/** The place of a labelled message before another one. */
export interface LabelShare {
  message_id: MessageId;
  /** From 0 at the first message of the session to 1 at the other one; an estimate. */
  share: number;
}

/** A labelled message as a list shows it. */
export interface LabelledMessage extends Label {
  session_id: SessionId;
  /** The title of its session. */
  title: string;
  role: StoredMessage["role"];
  /** The first words of the message. */
  words: string;
  /** True for a message that left the timeline (RW-3). */
  hidden: boolean;
}

/** The last entry of a page of labelled messages. */
export type LabelCursor = Pick<LabelledMessage, "created_at" | "message_id" | "name">;
