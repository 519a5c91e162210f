/** The part of the store that keeps what files were before turns changed them (RW-5). The contents themselves are blobs (DB-9). */
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";

/** A file before its change. Without a `sha256` it was too large, and its content was not kept. */
export interface FileBefore {
  sha256: string | null;
  /** The bits that say who may read, write and run it. */
  mode: number;
}

export interface FileChange {
  id: number;
  /** The answer whose tools changed it; for a restore, the message up to which files were put back. */
  message_id: MessageId;
  /** Absolute, without links. */
  path: string;
  /** Null where there was no file. */
  before: FileBefore | null;
  /** The content that the last change made, or was about to make; null where it removed the file. */
  after_sha256: string | null;
  /** The content just before the last change: a crash may have left it. Null where there was no file. */
  prior_sha256: string | null;
  /** Names the restore that made this change; absent for a turn's. */
  restore_id?: OpId;
}

export interface NewFileChange extends Pick<FileChange, "message_id" | "path" | "before" | "after_sha256"> {
  session_id: SessionId;
  restore_id?: OpId | undefined;
  now: number;
}

export interface FileChangeStore {
  /** The newest change that this answer made to this file. */
  fileChange(message_id: MessageId, path: string): FileChange | undefined;
  /**
   * Enters a change that is about to be made. Synced. Returns false, and has entered nothing, where the content before it is not kept any
   * more: a sweep has just removed it.
   */
  addFileChange(change: NewFileChange): boolean;
  /** Enters another change of the same file by the same answer: the content before the first one stays. Synced. */
  moveFileChange(change: Pick<FileChange, "id" | "after_sha256" | "prior_sha256">): void;
  /** All changes of the session and its helpers since the first that a turn made at or after this message, oldest first; those of restores as well. */
  fileChangesFrom(session_id: SessionId, from: MessageId): FileChange[];
  /** The changes that the turns of a hidden timeline made, and their helpers, oldest first. */
  hiddenFileChanges(op_id: OpId): FileChange[];
  /** The changes of one restore, newest first. */
  restoredChanges(session_id: SessionId, restore_id: OpId): FileChange[];
  /** The newest restore of the session that was not undone. */
  lastRestore(session_id: SessionId): OpId | undefined;
  /** Forgets a change of a restore that was undone. */
  dropFileChange(id: number): void;
  /** True where a command ran in these turns, or in a helper of theirs, which may have changed any file. */
  ranCommands(turns: { session_id: SessionId; from: MessageId } | { op_id: OpId }): boolean;
}
