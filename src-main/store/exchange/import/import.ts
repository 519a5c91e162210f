/**
 * Imports files (SE-6), in a thread of its own. First the whole import is read and checked, and nothing written; then it is read again and
 * written, all of it or nothing.
 */

import { basename, dirname, join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import type { BlobStore } from "../../../core/ports/blob-store";
import type { ImportOutcome, ShownBefore } from "../../../core/ports/exchange";
import { configure, connect, openDatabase } from "../../database/connection";
import { blobRows } from "../../transcript/blob-rows";
import { blobStore } from "../../transcript/blobs";
import { Cancelled } from "../../upkeep/backups";
import type { WorkContext } from "../work";
import { Broken, because } from "./broken";
import { columnsOf, createChecker } from "./check";
import type { KeptFile } from "./foreign/files";
import type { Items } from "./items";
import { moveBetween, moved, randomMove } from "./new-ids";
import type { Source } from "./open-file";
import {
  type ArrivalJob,
  type Checked,
  type ImportJob,
  placeOf,
  type Reading,
  readAll,
  type Sound,
} from "./reading";
import { ImportRecord, sessionsShower } from "./record";
import { assertRoom } from "./room";
import { type Renewed, type Sessions, Writer } from "./write";

/** @throws Cancelled; Broken; SqliteError; the file system's errors: nothing of these files was imported then */
export async function importSessions(job: ImportJob, context: WorkContext): Promise<ImportOutcome> {
  const db = openDatabase(job.file);
  configure(db);
  try {
    // Sessions that a kill has left hidden count as there for this import.
    await showAll(db);
    // The first half of the progress is the reading.
    const half = { ...context, onProgress: (share: number) => context.onProgress(share / 2) };
    const reading = await readAll(db, job, half);
    try {
      assertAsShown(reading, job.shown);
      return await bringIn(db, { ...job, files: job.paths.map((path) => basename(path)) }, reading, context);
    } finally {
      for (const source of reading.sources) source.close();
    }
  } finally {
    db.close();
  }
}

/** A file may have gone since the choice, or be unreadable now: that some of it is left out must not pass for all of it. @throws Broken */
function assertAsShown({ sound, broken }: Reading, shown: ShownBefore | undefined): void {
  if (shown !== undefined && (sound.size < shown.sessions || broken.length > shown.broken))
    throw new Broken(because("not-as-shown"));
}

/** `files`: the names that the undo history tells. */
interface Arrival extends ArrivalJob {
  files: readonly string[];
}

/** Writes the sound sessions that are not there yet, all of them or nothing. Fails no more once they are there. @throws as `importSessions` */
export async function bringIn(db: Database, job: Arrival, checked: Checked, context: WorkContext) {
  const outcome = await new Import(db, job, checked, context).run();
  context.onProgress(1);
  // The sessions are in the library, even if this fails: main shows those that it leaves hidden, and tells why where it cannot.
  await showAll(db).catch(() => undefined);
  return outcome;
}

/** Sessions that one transaction shows: about a millisecond. */
const SHOWN_AT_ONCE = 25;
/** Milliseconds. Main looks every 3 ms whether it may write: a thread that began anew at once would keep it waiting for a tenth of a second. */
const SHOWING_PAUSE_MS = 2;

/** Shows the sessions of imports that have come, some at a time. @throws SqliteError; the rest stays for main, the next import or the next start */
async function showAll(db: Database): Promise<void> {
  const showSome = sessionsShower(db);
  const some = db.transaction(() => showSome(SHOWN_AT_ONCE));
  while (some.immediate() === SHOWN_AT_ONCE) await setTimeout(SHOWING_PAUSE_MS);
}

class Import {
  private readonly columns;
  private readonly sessions: Sessions;
  private readonly fresh: readonly Sound[];
  private readonly record: ImportRecord;
  private readonly writer: Writer;
  private readonly blobs: BlobStore;
  private readonly total: number;
  private done = 0;

  constructor(
    db: Database,
    private readonly job: Arrival,
    private readonly reading: Checked,
    private readonly context: WorkContext,
  ) {
    this.columns = columnsOf(db);
    this.record = new ImportRecord(db, job.files, job.now);
    this.sessions = renewedOf(reading);
    this.writer = new Writer(db, this.columns, this.sessions, job.now, this.record);
    const nobody = { onCommit: () => undefined, onSynced: () => undefined };
    this.blobs = blobStore(join(dirname(job.file), "blobs"), blobRows(connect(db, job.file, nobody)));
    this.fresh = [...reading.sound.values()].filter(({ there }) => there === undefined);
    this.total = this.fresh.reduce((sum, { found }) => sum + found.messages, 0);
  }

  async run(): Promise<ImportOutcome> {
    const { sources } = this.reading;
    try {
      assertRoom(dirname(this.job.file), this.needed());
      for (const [at, source] of sources.entries()) await this.writeNew(at, source);
      this.writer.flush();
      for (const source of sources) await this.putBlobs(source);
      for (const source of sources) await source.assertSame();
      return this.outcomeOf(this.writer.publishImport(this.record));
    } catch (error) {
      this.writer.remove();
      // A file that has changed since it was checked explains whatever else was wrong.
      if (!(error instanceof Cancelled)) for (const source of sources) await source.assertSame();
      throw error;
    }
  }

  private outcomeOf(undo_id: number | undefined): ImportOutcome {
    const { fresh, sessions } = this;
    const outside = fresh.filter(({ found }) => !found.trashed);
    return {
      session_ids: outside.map(({ id }) => sessions.get(id)?.id as SessionId),
      trashed: fresh.length - outside.length,
      ...(undo_id === undefined ? {} : { undo_id }),
    };
  }

  private async writeNew(at: number, source: Source): Promise<void> {
    const { sound } = this.reading;
    let number = 0;
    for await (const document of source.documents()) {
      const found = sound.get(placeOf(at, number));
      number += 1;
      if (found !== undefined && found.there === undefined) await this.writeItems(document.items());
    }
  }

  private async writeItems(items: Items): Promise<void> {
    // The import checks the session once more: the file may have changed since the choice.
    const checker = createChecker(this.columns, this.job.now);
    const files: KeptFile[] = [];
    for await (const item of items) {
      if (this.context.isCancelled()) throw new Cancelled();
      checker.check(item);
      if (item.is === "file") files.push(item.file);
      else {
        if (item.is === "message") this.done += 1;
        if (!this.writer.take(item)) continue;
        this.context.onProgress(0.5 + this.done / Math.max(2 * this.total, 1));
        // The app's own writes come in between.
        await setImmediate();
      }
    }
    if (files.length > 0) this.writer.flush();
    for (const { sha256, bytes } of files) await this.put(sha256, bytes());
  }

  /** Files that no session names stay where they are. */
  private named({ blobs }: Source) {
    return [...blobs].filter(([sha256]) => this.reading.named.has(sha256));
  }

  /** Bytes, about. */
  private needed(): number {
    const { sources, sound } = this.reading;
    const files = sources.flatMap((source) => this.named(source));
    const missing = files.filter(([sha256]) => this.blobs.blob(sha256) === undefined);
    const fresh = [...sound.values()].filter(({ there }) => there === undefined);
    return [...missing.map(([, file]) => file), ...fresh].reduce((sum, { size }) => sum + size, 0);
  }

  private async putBlobs(source: Source): Promise<void> {
    for (const [sha256, { bytes }] of this.named(source)) {
      if (this.context.isCancelled()) throw new Cancelled();
      await this.put(sha256, bytes());
    }
  }

  /** Comes behind the rows that name the file: before them, a removal of another session that uses the same file would let it go. */
  private async put(sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const put = await this.blobs.putBlob(bytes, this.job.now);
    if (put.sha256 !== sha256) throw new Broken(because("hash"));
  }
}

/** The new ids of all sessions of the import. Links to one that is there already lead to that one. */
function renewedOf({ sound }: Checked): Map<string, Renewed> {
  // All new sessions are moved by the same distance, because a branch may name a message of the session that it came from.
  const fresh = randomMove();
  return new Map(
    [...sound.values()].map(({ id, there }) => {
      const move = there === undefined ? fresh : (moveBetween(id, there) ?? 0);
      return [id, { id: there ?? moved(id, move), move }];
    }),
  );
}
