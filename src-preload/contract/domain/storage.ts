/** The data folder: its size, its backups (SV-10), and the way back after damage (SV-8). */

import type { FoundSession } from "./search";
import type { Sentence } from "./sentence";

/** Something that happened to the store before the window opened and that its user has to know (SV-8). */
export interface StoreNotice {
  message: Sentence;
  hint: Sentence;
}

export type SpaceKind =
  | "transcripts"
  | "deltas"
  | "indexes"
  | "other"
  | "free"
  | "events"
  | "log"
  | "search"
  | "backups"
  | "set-aside"
  | "files"
  | "outputs"
  | "logs"
  | "chromium";

/** A copy of the database, whole and checked. */
export interface Backup {
  /** The file's name in `backups/`. */
  name: string;
  /** Epoch milliseconds. */
  made_at: number;
  /** Bytes. */
  size: number;
  /** Today's library, kept before a backup was restored: counts among no days, and no backup pushes it out. */
  kept?: true;
}

/** The use of the space in the data folder. */
export interface StorageReport {
  /** Bytes by kind; each byte counts once. */
  space: { kind: SpaceKind; size: number }[];
  /** The sessions with the largest messages, largest first. */
  biggest: { session: FoundSession; size: number }[];
  sessions: number;
  messages: number;
  /** Newest first. */
  backups: Backup[];
  /** Why the last backup failed, until one succeeds. */
  backup_problem?: Sentence;
}

/** `put-back`: the file was taken away while the app ran, which still has all of it open. */
export type RecoveryWay = "backup" | "salvage" | "put-back";

/** The result of a recovery. */
export interface RecoveryReport {
  how: RecoveryWay;
  sessions: number;
  messages: number;
  /** Messages that existed and could not be read. */
  lost_messages: number;
  /** Messages with missing parts. */
  cut_messages: number;
}

/** A damaged database, and the ways to recover it. It was set aside at start, or is the one in use. */
export interface Recovery {
  /** The name of the file that was set aside; absent while it is in use. */
  aside?: string;
  message: Sentence;
  hint: Sentence;
  /** The possible ways, the best first. */
  ways: readonly RecoveryWay[];
  /** The newest backup that can be restored; present where `ways` has `backup`. */
  backup?: Backup;
  /**
   * The result of doing nothing: an empty database stays, or the damaged one is used on. Absent where nothing can be written before a
   * recovery.
   */
  otherwise?: "empty" | "later";
  state:
    | { is: "offered" }
    /** `share` is 0…1. */
    | { is: "running"; how: RecoveryWay; step: "reading" | "joining" | "waiting"; share: number }
    | { is: "failed"; how: RecoveryWay; message: Sentence }
    | { is: "done"; report: RecoveryReport };
}
