/** Sessions as files (SE-6). Each work runs in a thread of its own. */
import type {
  ExportedSessions,
  ExportFormat,
  ExportIncludes,
  ExportPlan,
  ImportPlan,
  NoteKind,
} from "../../../src-preload/contract/domain/exchange";
import type { SessionId } from "../../../src-preload/contract/domain/ids";

/** The words that readable formats put beside what was said. */
export interface ExportWords extends Record<NoteKind, string> {
  /** BCP 47. */
  language: string;
  you: string;
  assistant: string;
  model: string;
  reasoning: string;
  tool: string;
  input: string;
  output: string;
  failed: string;
  hidden: string;
  sidecar: string;
  attachment: string;
  labels: string;
  branch_of: string;
  tokens_in: string;
  tokens_out: string;
}

/** Names the sessions to export, the format and the file. A PDF is printed from HTML. */
export interface ExportRequest {
  sessions: ExportedSessions;
  format: Exclude<ExportFormat, "pdf">;
  include: ExportIncludes;
}

export interface ExportTask extends ExportRequest {
  /** The path of the file. What is there is replaced, in one step. */
  target: string;
  words: ExportWords;
  /** The page is printed: nothing in it is folded. */
  forPrint?: boolean;
}

export interface ExportOutcome {
  sessions: number;
  /** Bytes. */
  size: number;
  /** Attachments whose bytes are not there any more. */
  missing: number;
}

export interface ImportOutcome {
  /** The new sessions outside of the trash. */
  session_ids: SessionId[];
  /** How many came into the trash, where they were in the file. */
  trashed: number;
  /** The entry of the undo history that takes them back (RW-7). Absent where nothing was new. */
  undo_id?: number;
}

/** A session that somebody reads in a backup. */
export interface SeenInBackup {
  /** The path of the backup. */
  backup: string;
  session_id: SessionId;
  /** Brings a second copy where the session is in the library already. */
  again: boolean;
}

export type BroughtIn =
  | { is: "there"; session_id: SessionId; trashed: boolean }
  /** `missing`: files that the sessions name and that are not on this computer any more. */
  | { is: "back"; session_ids: SessionId[]; missing: number; undo_id?: number };

/** Work in a thread. */
export interface ExchangeWork<T> {
  /** Rejects with the code `CANCELLED` after `cancel`. */
  result: Promise<T>;
  cancel(): void;
}

/** Sessions that are kept in memory alone, as bytes of one moment. */
export interface SessionsOfMemory {
  /** A session comes after the one that it descends from. */
  session_ids: readonly SessionId[];
  /** The database in memory. */
  image: Uint8Array;
  /** The files that the sessions name, by their hashes. */
  files: ReadonlyMap<string, Uint8Array>;
}

/** The numbers of a plan that the user saw. The sessions include those that are in the library already; a broken document could not be read. */
export interface ShownBefore {
  sessions: number;
  broken: number;
}

export interface Exchange {
  /** All or nothing, under the ids that they have. @throws BraidError `STORE_UNAVAILABLE`; the file system's error */
  adopt(sessions: SessionsOfMemory): Promise<void>;
  /** `zip`: the file holds several. @throws BraidError `STORE_UNAVAILABLE` */
  plan(request: ExportRequest): ExchangeWork<ExportPlan & { zip: boolean }>;
  /** @param onProgress hears a share from 0 to 1. @throws the file system's error; BraidError `STORE_UNAVAILABLE` */
  export(task: ExportTask, onProgress: (share: number) => void): ExchangeWork<ExportOutcome>;
  /** Reads the files and writes nothing. */
  planImport(paths: readonly string[], onProgress: (share: number) => void): ExchangeWork<ImportPlan>;
  /** All or nothing, and no less than was shown. The sources are only read. */
  import(
    paths: readonly string[],
    shown: ShownBefore,
    onProgress: (share: number) => void,
  ): ExchangeWork<ImportOutcome>;
  /** All or nothing. The backup is only read. */
  bringBack(seen: SeenInBackup, onProgress: (share: number) => void): ExchangeWork<BroughtIn>;
}
