/** The backups of the library, and the ways back to one (SV-8). Long works run in threads of their own. */
import type {
  BackupContent,
  BackupPage,
  BackupSearch,
  BackupsView,
  ListedBackup,
} from "../../../src-preload/contract/domain/backups";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import type { Backup } from "../../../src-preload/contract/domain/storage";
import type { ExchangeWork } from "./exchange";

/** `id` is one of the list, or of `add`. Each may throw a BraidError. */
export interface Backups {
  list(): Promise<BackupsView>;
  /** Makes one now, behind one that is being made. Its copying elsewhere begins afterwards. */
  make(onProgress?: (share: number) => void): ExchangeWork<Backup>;
  /** Makes one where something was said since the last. Never rejects: the list and the log tell a failure. */
  daily(): Promise<void>;
  /** Why the last backup failed, until one succeeds. */
  problem(): Sentence | undefined;
  /** Resolves when no backup is being copied elsewhere any more. */
  copied(): Promise<void>;
  /** Copies each backup to this folder from now on, or nowhere. */
  copyTo(folder: string | undefined): Promise<void>;
  /** Deletes all but the newest, and those kept before a restore. Returns the freed bytes. */
  removeOld(): number;
  /** Deletes one that was kept before a restore. Returns the freed bytes. */
  remove(id: string): number;
  /** Takes in any file that the user has chosen. */
  add(path: string): Promise<ListedBackup>;
  /** The path of the file. */
  path(id: string): string;
  /** The sessions whose titles have these words. */
  look(id: string, words: string): Promise<BackupContent>;
  /** The sessions whose messages have these words. */
  search(id: string, words: string, onProgress: (share: number) => void): ExchangeWork<BackupSearch>;
  /** A page of a session's messages, behind `after`. */
  read(id: string, session_id: SessionId, after: MessageId | undefined): Promise<BackupPage>;
  /** Makes a library of the backup, beside today's. Nothing has changed yet. */
  prepare(id: string, onProgress: (share: number) => void): ExchangeWork<{ sessions: number }>;
  /**
   * Puts the prepared library in the place of today's, which is kept. To be called when the store is closed; with `isClosed` false today's
   * library stays, because a write may still be under way. @throws BraidError `STORE_UNAVAILABLE`: today's library stays then
   */
  putInPlace(isClosed: boolean): void;
}
