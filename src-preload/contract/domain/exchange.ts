/** Sessions as files: export (SE-6), its formats, and what of a session goes along. */
import type { SessionId } from "./ids";
import type { Sentence } from "./sentence";

/** `archive`: Braid's own, lossless. `tree`: JSON lines of a tree of entries, version 3. */
export const EXPORT_FORMATS = ["archive", "markdown", "html", "pdf", "tree"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Parts of a session that readable formats take along beside the visible words. The archive always has all of it. */
export const INCLUDABLE = ["hidden", "sidecars", "reasoning", "tools", "attachments"] as const;
export type ExportIncludes = Record<(typeof INCLUDABLE)[number], boolean>;

/** Names any number of sessions in few words, as a user chooses them in a list that may be long. */
export interface ChosenSessions {
  /** Filters as the list of sessions has them: each chooses all that match it, archived ones too. An empty one chooses all. */
  matching: readonly string[];
  /** Sessions that are not taken although a filter matches them. */
  except: readonly SessionId[];
  /** Sessions that are taken whatever they are called. */
  also: readonly SessionId[];
}

/**
 * Words that stand beside what was said, under a name of their own: a summary of earlier turns (CP-3) or of a way that was left (RW-8),
 * custom instructions and other words of an import (SE-6), a summary that models read in the place of an output (RN-6), and what a user
 * wrote with a permission (PM-2).
 */
export const NOTE_KINDS = ["summary", "instructions", "imported", "shortened", "word"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** Sessions in the order in which they were made; `all`: of the whole library, archived ones too. */
export type ExportedSessions = readonly SessionId[] | ChosenSessions | "all";

/** The things that an export would write. */
export interface ExportPlan {
  /** The number of chosen sessions, and of all that can be chosen. Absent where nothing was chosen in a list. */
  chosen?: { count: number; of: number };
  /** Documents: sidecars stand in the document of their session, unless it is an archive. */
  sessions: number;
  /** The title, where one session is exported. */
  title?: string;
  messages: number;
  /** Files whose bytes go along. */
  attachments: number;
}

/** A file that was written. */
export interface Exported {
  /** Names the file for `exchange.show`. */
  export_id: string;
  /** The file's name without its folder. */
  name: string;
  sessions: number;
  /** Bytes. */
  size: number;
  /** Attachments whose bytes are not there any more. */
  missing: number;
}

/** How far an export or an import has come, from 0 to 1. */
export interface ExchangeProgress {
  work_id: string;
  share: number;
}

/** A session in a file. */
export interface FoundSession {
  title: string;
  created_at: number;
  messages: number;
  /** The session is in the library already, and is not imported again. One in the trash counts only where the file has it there, too. */
  there: boolean;
  /** The session is in the trash of the file, and comes into the trash. */
  trashed: boolean;
  /** True where the library has it without its newest messages: it comes in again, beside the earlier one. */
  grown?: boolean;
}

/** A thing that cannot be imported, and why. */
export interface FoundBroken {
  /** The file, or the document in it. */
  name: string;
  /** Counted from 1. */
  line?: number;
  reason: Sentence;
}

/** A chosen file, with the numbers of what was found in it. */
export interface FoundFile {
  name: string;
  /** New ones. */
  sessions: number;
  /** Sessions that are in the library already. */
  there: number;
  broken: number;
}

/** The sessions that an import would bring. */
export interface ImportPlan {
  sessions: FoundSession[];
  broken: FoundBroken[];
  files: FoundFile[];
  /** Files of no known kind: the first names, and how many there are. */
  left: { names: string[]; count: number };
}

/** Files that the user has chosen, read once. */
export interface ChosenImport extends ImportPlan {
  import_id: string;
}

/** An import that is done. */
export interface Imported {
  /** The new sessions outside of the trash, and those in it. */
  sessions: number;
  trashed: number;
  /** The new session outside of the trash, where it is one. */
  session_id?: SessionId;
  /** Its entry of the undo history (RW-7). Absent where nothing was new. */
  undo_id?: number;
}
