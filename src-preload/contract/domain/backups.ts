/** The backups as their page shows them: the list, a look into one, and the folder to which each is copied (SV-8). */
import type { NoteKind } from "./exchange";
import type { MessageId, SessionId } from "./ids";
import type { Snippet } from "./search";
import type { Sentence } from "./sentence";
import type { Backup } from "./storage";

export interface ListedBackup extends Backup {
  /** Names the backup in calls: its file's name, or the id of a file that the user has chosen. */
  id: string;
  /** Sessions that are not in the trash; absent where the file cannot be read. */
  sessions?: number;
}

/** Why a backup could not be copied: the folder is not there, its disk is full or takes no file so large, Braid may not write there, or another failure. */
export const COPY_PROBLEMS = ["away", "full", "too-large", "denied", "other"] as const;
export type CopyProblem = (typeof COPY_PROBLEMS)[number];

/** The second folder, and how the copies there stand. */
export interface Elsewhere {
  folder: string;
  /** The number of this library's backups there. */
  copies: number;
  /** The newest backup is there, too. */
  complete: boolean;
  copying: boolean;
  problem?: CopyProblem;
}

export interface BackupsView {
  /** Newest first. */
  backups: ListedBackup[];
  /** The folder of the backups. */
  folder: string;
  /** Why the last backup failed, until one succeeds. */
  problem?: Sentence;
  elsewhere?: Elsewhere;
}

/** A session in a backup. */
export interface BackupSession {
  session_id: SessionId;
  title: string;
  updated_at: number;
  messages: number;
}

export interface BackupContent {
  /** The last changed first; no more than one call gives. */
  sessions: BackupSession[];
  /** The number of all that were found. */
  total: number;
}

/** A session in which a message has the words. */
export interface BackupFound extends BackupSession {
  /** Cut from the newest message that has the words. */
  snippet: Snippet;
}

export interface BackupSearch {
  /** The last changed first. */
  sessions: BackupFound[];
  /** True where there may be more sessions than one search gives. */
  more: boolean;
}

/** A message in a backup, as text. */
export interface BackupTurn {
  message_id: MessageId;
  role: string;
  /** The model of an answer. */
  model?: string;
  created_at: number;
  hidden: boolean;
  parts: { is: "text" | "reasoning" | "tool" | "file" | NoteKind | "unknown"; text: string }[];
}

/** How bringing a session of a backup back went. `there`: the session is in the library already, or in its trash. */
export type BroughtBack =
  | { is: "there"; session_id: SessionId; trashed: boolean }
  /** `undo_id` names its entry of the undo history (RW-7). The first session is the wanted one, the others belong to it. */
  | { is: "back"; undo_id?: number; session_ids: SessionId[]; missing: number };

export interface BackupPage {
  turns: BackupTurn[];
  /** The message behind which the next page begins; absent at the end. */
  next?: MessageId;
}
