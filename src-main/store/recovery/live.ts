/**
 * The database in use: the store's verbs on the open connection. Tells each failure once, in words (SV-7). After a failure that may have
 * broken the connection, the next call opens a new one. A recovery puts another file in its place (SV-8).
 */
import Database from "better-sqlite3";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { BraidError } from "../../core/braid-error";
import { FileMoved, wantsReopening } from "../database/errors";
import { identityOf, makeRoom, replaceDatabase } from "../database/folder";
import { sessionOf, through, type Verbs, verbsOf } from "../verbs";
import { placeEmpty, prepareEmpty } from "./begin-empty";
import { type OpenOptions, open, type StoreConnection } from "./open";
import type { Met, SetAside } from "./recoverer";
import { createTelling } from "./telling";

export interface Live {
  /** Each verb may throw `BraidError` with `STORE_UNAVAILABLE`; it has written nothing then. */
  verbs: Verbs;
  checkpoint(): void;
  /** Puts another database in the place of this one, in one step. */
  replaceWith(target: string): void;
  /** Puts an empty database in the place of this one. Returns the offer for the one that was set aside. */
  beginAnew(): SetAside;
  /** Writes all that the connection holds into a file of its own, even if its own file is gone. */
  copyTo(target: string): Promise<void>;
  isInPlace(): boolean;
  /** Device and inode of the file that is open, or that the next call will open. */
  identity(): string;
  /** @throws BraidError `STORE_UNAVAILABLE` where the file is gone, or another is in its place */
  assertInPlace(): void;
  /** Returns the error to tell for a failure that another thread met in this file, and offers a recovery from damage. */
  failureOutside(error: unknown, session_id?: SessionId): BraidError;
  /** Upkeep found the database damaged. */
  foundDamaged(): void;
  close(): void;
}

export function createLive(settings: OpenOptions, first: StoreConnection, onMet: (met: Met) => void): Live {
  let connection = first;
  let current: Verbs | undefined = verbsOf(connection);
  const use = (next: StoreConnection): Verbs => {
    connection = next;
    current = verbsOf(connection);
    return current;
  };
  const { failed, succeeded } = createTelling({
    file: settings.file,
    onMet,
    connection: () => connection,
    titleOf: (session_id) => current?.session(session_id)?.session.title,
  });
  /** The offer of a `beginAnew` that has not come to its end. The next call goes on with it. */
  let begun: SetAside | undefined;
  const reopened = (): Verbs => {
    // The file is gone, and this connection holds all that is left of it: it must not be closed.
    if (!connection.isInPlace()) throw new FileMoved();
    connection.close();
    if (begun !== undefined) placeEmpty(settings.file, begun);
    return use(open(settings));
  };
  const perform = (name: keyof Verbs, args: readonly unknown[]): unknown => {
    try {
      const result: unknown = Reflect.apply((current ?? reopened())[name], undefined, args);
      succeeded();
      return result;
    } catch (error) {
      const said = failed(error, sessionOf(args));
      if (wantsReopening(error)) current = undefined;
      throw said;
    }
  };
  return {
    verbs: through<Verbs>(Object.keys(current) as (keyof Verbs)[], perform),
    checkpoint: () => {
      connection.raw.pragma("wal_checkpoint(PASSIVE)");
    },
    replaceWith: (target) => {
      // A file that is gone needs no checkpoint: its successor holds all of it.
      if (connection.isInPlace()) connection.raw.pragma("wal_checkpoint(TRUNCATE)");
      const gone = !connection.isInPlace();
      connection.close();
      current = undefined;
      if (gone) makeRoom(settings.file, settings.clock.now());
      replaceDatabase(settings.file, target);
      use(open(settings));
    },
    beginAnew: () => {
      if (!connection.isInPlace()) throw new FileMoved();
      // A full disk is met here, while the connection is still open.
      begun ??= prepareEmpty(settings);
      current = undefined;
      reopened();
      const offer = begun;
      begun = undefined;
      return offer;
    },
    copyTo: async (target) => {
      const { copyConnection } = await import("../upkeep/backups");
      await copyConnection(connection.raw, target);
    },
    isInPlace: () => connection.isInPlace(),
    identity: () => (connection.raw.open ? connection.identity : identityOf(settings.file)),
    assertInPlace: () => {
      if (!connection.isInPlace()) throw failed(new FileMoved());
    },
    failureOutside: (error, session_id) =>
      failed(connection.isInPlace() ? error : new FileMoved(), session_id),
    foundDamaged: () => void failed(new Database.SqliteError("found by upkeep", "SQLITE_CORRUPT")),
    close: () => connection.close(),
  };
}
