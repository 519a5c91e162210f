/**
 * Opens the database so that the app always starts (SV-8). A damaged one is set aside under a dated name and an empty one begun. One
 * that lost its log is copied aside and, where it is sound, used on as it is: old chats beat none. What is neither (no space, no
 * permission) is an error that says what to do.
 */
import { basename } from "node:path";
import type { Database } from "better-sqlite3";
import type { StoreNotice } from "../../src-preload/contract/types";
import type { Clock } from "../core/ports/clock";
import { type Connection, configure, connect, openDatabase } from "./connection";
import { isDamage, toStoreError } from "./errors";
import { copyAside, preparePrivately, setAside, sizeOf } from "./folder";
import { inspect, LostLog, refuseOlder, syncedCommits } from "./inspect";
import { migrate } from "./migrate";
import { assertSound, sample } from "./soundness";
import { openWitness, type Witness } from "./witness";

export interface OpenOptions {
  file: string;
  clock: Clock;
  onTrouble: (error: unknown) => void;
  onCommit: () => void;
}

/** A connection that remembers damage met while it ran, for the next start. */
export interface WitnessedConnection extends Connection {
  suspectDamage(): void;
}

export interface Opened {
  connection: WitnessedConnection;
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

/** `trust` takes a database as old as it is, and looks at all of it instead. */
export function open(
  { file, onTrouble, onCommit }: OpenOptions,
  { trust }: { trust: boolean } = { trust: false },
): WitnessedConnection {
  const witness = openWitness(file, onTrouble);
  try {
    const { synced_commits, suspect } = witness.read();
    const expected = trust ? 0 : synced_commits;
    inspect(file, expected);
    preparePrivately(file);
    const db = openSound(file, expected, suspect || trust);
    witness.note({ suspect: false, synced_commits: syncedCommits(db) });
    return withWitness(
      connect(db, file, { onCommit, onSynced: (commit) => witness.note({ synced_commits: commit }) }),
      witness,
    );
  } catch (error) {
    witness.close();
    throw error;
  }
}

function openOrRecover(options: OpenOptions): Opened {
  try {
    return { connection: open(options), notices: [] };
  } catch (error) {
    if (error instanceof LostLog) return openAsItIs(options);
    if (isDamage(error)) return openAfresh(options);
    throw error;
  }
}

function openAfresh(options: OpenOptions): Opened {
  const aside = setAside(options.file, options.clock.now());
  const notice = {
    message: "The file that holds your chats was damaged, so Braid has started with an empty one.",
    hint: `Nothing was deleted: the damaged file is kept as ${basename(aside)} in the same folder. A backup of yours can be put in its place while Braid is closed.`,
  };
  return { connection: open(options), notices: [notice] };
}

function openAsItIs(options: OpenOptions): Opened {
  const { file, clock } = options;
  if (sizeOf(file) === 0) {
    const aside = setAside(file, clock.now());
    const notice = {
      message: "The file that held your chats is gone, so Braid has started with an empty one.",
      hint: `If it was moved, close Braid and put ${basename(file)} back. What else was left of it is kept under names that begin with ${basename(aside)}.`,
    };
    return { connection: open(options), notices: [notice] };
  }
  const aside = copyAside(file, clock.now());
  const notice = {
    message:
      "What Braid saved last is missing: the log beside the file that holds your chats was lost or replaced.",
    hint: `Earlier chats are all here. The files as they were found are kept as ${basename(aside)}; if you moved ${basename(file)}-wal away, put both back together while Braid is closed.`,
  };
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
    // Before anything is written: what is found old is set aside as it was found.
    refuseOlder(db, expected_commits);
    configure(db);
    // So that the version stands in the file itself, where an older app finds it.
    if (migrate(db)) db.pragma("wal_checkpoint(TRUNCATE)");
    if (closely) assertSound(db, "integrity_check");
    else sample(db);
    // A file that cannot be written opens without complaint; say so now rather than at the first message.
    db.transaction(() => undefined).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function withWitness(connection: Connection, witness: Witness): WitnessedConnection {
  return {
    ...connection,
    suspectDamage: () => witness.note({ suspect: true }),
    close: () => {
      connection.close();
      witness.close();
    },
  };
}
