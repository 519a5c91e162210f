/**
 * Opens the database so that the app always starts (SV-8). Sets a damaged database aside under a dated name and begins an empty one. Copies
 * a database that lost its log aside and uses it as it is, if it is sound: old chats beat none. Any other failure (no space, no permission)
 * is an error that says what to do.
 */

import { basename } from "node:path";
import type { Database } from "better-sqlite3";
import type { StoreNotice } from "../../../src-preload/contract/domain/storage";
import type { Clock } from "../../core/ports/clock";
import { say } from "../../core/say";
import { type CommitLedger, openCommitLedger } from "../database/commit-ledger";
import { type Connection, configure, connect, openDatabase } from "../database/connection";
import { FileMoved, isDamage, toStoreError } from "../database/errors";
import { copyAside, identityOf, preparePrivately, sizeOf } from "../database/folder";
import { migrate } from "../database/migrate";
import { endBegun, placeEmpty, prepareEmpty } from "./begin-empty";
import { inspect, LostLog, refuseOlder, syncedCommits } from "./inspect";
import { removeTarget, restoringOf } from "./rebuilt-file";
import { targetOf } from "./recoverer";
import { assertSound, sample } from "./soundness";
import { isDatabase, refuseStrangers } from "./strangers";

export interface OpenOptions {
  file: string;
  clock: Clock;
  onBackgroundError: (error: unknown) => void;
  onCommit: () => void;
  /** Gets each connection when it was opened. */
  onOpened?: (db: Database) => void;
}

/** A connection that remembers damage that it met, for the next start. */
export interface StoreConnection extends Connection {
  suspectDamage(): void;
  /** Device and inode of the file that was opened. */
  readonly identity: string;
  /** True while the file is the one that was opened. A closed connection holds nothing that another file could lack: true. */
  isInPlace(): boolean;
}

export interface Opened {
  connection: StoreConnection;
  notices: StoreNotice[];
}

/** @throws BraidError `STORE_TOO_NEW`, `STORE_UNAVAILABLE` */
export function openRecoverably(options: OpenOptions): Opened {
  try {
    return openOrRecover(options);
  } catch (error) {
    throw toStoreError(error, options.file);
  }
}

/** `trust` accepts a database that is older than the ledger, and checks all of it instead. */
export function open(
  { file, onBackgroundError, onCommit, onOpened }: OpenOptions,
  { trust }: { trust: boolean } = { trust: false },
): StoreConnection {
  const ledger = openCommitLedger(file, onBackgroundError);
  try {
    const { synced_commits, suspect } = ledger.read();
    const expected = trust ? 0 : synced_commits;
    inspect(file, expected);
    preparePrivately(file);
    const db = openSound(file, expected, suspect || trust);
    onOpened?.(db);
    ledger.note({ suspect: false, synced_commits: syncedCommits(db) });
    const identity = identityOf(file);
    const isInPlace = (): boolean => !db.open || identityOf(file) === identity;
    const connection = connect(db, file, {
      beforeWrite: () => {
        if (!isInPlace()) throw new FileMoved();
      },
      onCommit,
      onSynced: (commit) => ledger.note({ synced_commits: commit }),
    });
    return withLedger({ ...connection, identity, isInPlace }, ledger);
  } catch (error) {
    ledger.close();
    throw error;
  }
}

function openOrRecover(options: OpenOptions): Opened {
  refuseStrangers(options.file);
  try {
    // A killed process may have left a half rebuilt database (SV-8), which never took the place of this one.
    for (const target of [targetOf(options.file), restoringOf(options.file)]) removeTarget(target);
  } catch (error) {
    // Somebody's folder has this name. A recovery will say so if there is ever one.
    options.onBackgroundError(error);
  }
  endBegun(options.file);
  try {
    return { connection: open(options), notices: [] };
  } catch (error) {
    if (error instanceof LostLog) return openAsItIs(options);
    if (isDamage(error)) return openAfresh(options);
    throw error;
  }
}

function openAfresh(options: OpenOptions): Opened {
  const foreign = !isDatabase(options.file) && seenCommits(options) === 0;
  return beginAnew(options, foreign ? "foreign" : "damaged");
}

function beginAnew(options: OpenOptions, why: "damaged" | "gone" | "foreign"): Opened {
  const offer = prepareEmpty(options, { foreign: why === "foreign" });
  placeEmpty(options.file, offer);
  const { aside } = offer;
  const notice = { message: say(`store.${why}.message`), hint: say(`store.${why}.hint`, { aside }) };
  return { connection: open(options), notices: [notice] };
}

/** The number of synced commits that the ledger has seen under this name. */
function seenCommits({ file, onBackgroundError }: OpenOptions): number {
  const ledger = openCommitLedger(file, onBackgroundError);
  const { synced_commits } = ledger.read();
  ledger.close();
  return synced_commits;
}

function openAsItIs(options: OpenOptions): Opened {
  const { file, clock } = options;
  if (sizeOf(file) === 0) return beginAnew(options, "gone");
  const aside = copyAside(file, clock.now());
  const names = { aside: basename(aside), log: `${basename(file)}-wal` };
  const notice = { message: say("store.log-lost.message"), hint: say("store.log-lost.hint", names) };
  try {
    return { connection: open(options, { trust: true }), notices: [notice] };
  } catch (error) {
    if (isDamage(error)) return openAfresh(options);
    throw error;
  }
}

function openSound(file: string, expected_commits: number, closely: boolean): Database {
  const db = openDatabase(file);
  try {
    // Checked before anything is written: an old database is set aside as it was found.
    refuseOlder(db, expected_commits);
    configure(db);
    // The checkpoint writes the version into the file itself, where an older app looks for it.
    if (migrate(db)) db.pragma("wal_checkpoint(TRUNCATE)");
    if (closely) assertSound(db, "integrity_check");
    else sample(db);
    // A file that cannot be written opens without complaint. This fails now rather than at the first message.
    db.transaction(() => undefined).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function withLedger(
  connection: Omit<StoreConnection, "suspectDamage">,
  ledger: CommitLedger,
): StoreConnection {
  return {
    ...connection,
    suspectDamage: () => ledger.note({ suspect: true }),
    close: () => {
      connection.close();
      ledger.close();
    },
  };
}
