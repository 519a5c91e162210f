/** The app's questions to its storage, beside the verbs of the chats: sizes, backups, the way back after damage (SV-8, SV-10). */
import type {
  Backup,
  Recovery,
  RecoveryWay,
  StorageReport,
} from "../../../src-preload/contract/domain/storage";

/** Facts for a diagnostics export: numbers, no words of a chat. */
export interface StoreFacts {
  schema_version: number;
  sqlite_version: string;
  /** The findings of SQLite's check of the whole database: `ok`, or its own words. */
  integrity: string[];
  sessions: number;
  messages: number;
}

/** Each promise works in a thread of its own, for seconds on a large database, and may reject with `STORE_UNAVAILABLE`. */
export interface Storage {
  report(): Promise<StorageReport>;
  facts(): Promise<StoreFacts>;
  /** DB-13: begins the event log, or ends and removes it. The report waits for the removal alone. */
  keepEvents(wanted: boolean): void;
  /** Resolves once there is no event log. The wish for one has to be taken back before. */
  deleteEventLog(): Promise<void>;
  /** Returns the bytes given back to the disk. */
  free(): Promise<number>;
  backUp(): Promise<Backup>;
  /** Undefined where nothing was damaged, or where the user has settled it. */
  recovery(): Recovery | undefined;
  /** Begins a recovery. The listener hears of each change of `recovery`. Does nothing while a recovery runs. */
  recover(how: RecoveryWay): void;
  cancelRecovery(): void;
  /** Declines the offer of a recovery. */
  startEmpty(): void;
}
