/** Files that turns changed, and the way back (RW-5). */
import type { MessageId, OpId } from "./ids";
import type { FileDiff } from "./tools";

/**
 * Why a file stays as it is: `changed`, `missing` and `link` since the last turn; `outside` of the folder; `too-large` to keep for an undo;
 * `not-kept` before the turn, because it was too large then.
 */
export type LeftAlone =
  | "changed"
  | "missing"
  | "link"
  | "outside"
  | "too-large"
  | "not-kept"
  | "not-writable"
  | "disk-full"
  | "stopped"
  | "failed";

/** A file that turns changed. */
export interface ChangedFile {
  /** Absolute. */
  path: string;
  change: "created" | "changed" | "deleted";
  /** `as-left`: as the last turn left it, so that it can be restored. `as-before`: as it was before the turns. */
  state: "as-left" | "as-before" | LeftAlone;
  /** Something else changed the file between the turns' changes, and restoring takes that back too. */
  others?: true;
}

/**
 * Why the change of a file has no diff: a file that is not as the last turn left it shows what others did (`changed`, `missing`, `link`);
 * `same` as before the turns; `outside` of the folder; `no-folder`: the folder itself is gone; `unreadable`; `too-large` to compare;
 * `not-kept` before the turns; `no-text` on one side; `empty` on the side that there is; `only-bytes`: the same text, written otherwise;
 * `failed`: the comparison took too long or broke.
 */
export type NoDiff =
  | "same"
  | "changed"
  | "missing"
  | "link"
  | "outside"
  | "no-folder"
  | "unreadable"
  | "too-large"
  | "not-kept"
  | "no-text"
  | "empty"
  | "only-bytes"
  | "failed";

/** The difference in a file from before the turns to now: Restore would take it back. */
export type ChangeDiff = { diff: FileDiff } | { none: NoDiff };

/** How many files turns changed, without a look at the files. */
export interface ChangeCount {
  /** The message up to which these changes can be taken back; absent where there are none. */
  from?: MessageId;
  files: number;
  /** Commands ran, which may have changed files too. */
  commands: boolean;
}

export interface ChangedFiles {
  files: ChangedFile[];
  /** The real path of the session's folder. */
  folder?: string;
  commands: boolean;
  /** The newest restore in this session that was not undone. */
  undoable?: OpId;
}

/** The outcome of a restore, or of its undo. */
export interface RestoredFiles {
  /** Absent where no file was restored. */
  restore_id?: OpId;
  /** Absolute paths. */
  restored: string[];
  left: { path: string; why: LeftAlone }[];
}
