/** The app's questions to its storage beside the verbs of the chats: sizes, backups, the way back after damage (SV-8, SV-10). */
import type {
  Backup,
  Recovery,
  RecoveryWay,
  StorageReport,
} from "../../../src-preload/contract/domain/storage";

/** For a diagnostics export: numbers, nothing of what was said. */
export interface StoreFacts {
  schema_version: number;
  sqlite_version: string;
  /** The findings of a check of all of it: `ok`, or SQLite's own words. */
  integrity: string[];
  sessions: number;
  messages: number;
}

/** Each works in a thread of its own, for seconds on a large database. Each may reject with `STORE_UNAVAILABLE`. */
export interface Storage {
  report(): Promise<StorageReport>;
  facts(): Promise<StoreFacts>;
  /** Bytes given back to the disk. */
  free(): Promise<number>;
  backUp(): Promise<Backup>;
  /** All but the newest; bytes. */
  deleteOldBackups(): number;
  /** Undefined where nothing was damaged, or where that is settled. */
  recovery(): Recovery | undefined;
  /** Begins; each change of `recovery` is told to the listener. A second one while one is running changes nothing. */
  recover(how: RecoveryWay): void;
  cancelRecovery(): void;
  /** Puts the offer away. */
  startEmpty(): void;
}
