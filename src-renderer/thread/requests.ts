/** Requests of one feature to another. Features do not import each other: the app names the answering functions once. */
import type { MessageId, OpId, SessionId } from "../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import type { Subject } from "./message-action";
import type { Thread } from "./thread";

export interface Requests {
  /** Opens a sidecar of a thread's session, from one of its messages (BR-4). */
  askSidecar(thread: Thread, from_message_id: MessageId): void;
  /** Lets the user name a message (SE-11). */
  labelMessage(at: Subject): void;
  /** Shows a session at one of its messages. @throws CallError */
  showMessage(session_id: SessionId, message_id: MessageId): Promise<void>;
  /** Moves a session to the trash; that can be undone (DB-10). @throws CallError */
  deleteSession(session_id: SessionId): Promise<void>;
  /** Brings the main thread into sight where the panel covers it. */
  uncoverMain(): void;
  /** Shows a session beside that of the main thread (BR-3). */
  openBeside(session_id: SessionId): void;
  /** Shows a summary and its turns beside the main thread (CP-7). Returns false where the panel has no room for it: beside a sidecar. */
  openSummary(thread: Thread, message: StoredMessage): boolean;
  /**
   * Shows the turns of the summary that stands for a message, if the panel is free. Resolves to false where no summary in force does.
   * @throws CallError
   */
  showBehindSummary(thread: Thread, message_id: MessageId): Promise<boolean>;
  /** Shows hidden turns beside the visible ones in their place (RW-3). */
  openCompare(thread: Thread, op_id: OpId): void;
}

let answers: Requests | undefined;

export function answerRequests(by: Requests): void {
  answers = by;
}

/** @throws Error before the app has named the answering functions: nothing on the page can ask by then */
export function ask(): Requests {
  if (answers === undefined) throw new Error("Nobody answers requests yet.");
  return answers;
}
