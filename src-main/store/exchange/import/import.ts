/**
 * Imports files (SE-6), in a thread of its own. First the whole import is read and checked, and nothing written; then it is read again and
 * written, all of it or nothing.
 */

import { basename, dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { FoundBroken, FoundSession, ImportPlan } from "../../../../src-preload/contract/domain/exchange";
import type { ImportOutcome } from "../../../core/ports/exchange";
import { configure, connect, openDatabase } from "../../database/connection";
import { blobRows } from "../../transcript/blob-rows";
import { blobStore } from "../../transcript/blobs";
import { Cancelled } from "../../upkeep/backups";
import type { Row } from "../session-rows";
import type { WorkContext } from "../work";
import { Broken, because } from "./broken";
import { createChecker } from "./check";
import { moveBetween, moved, randomMove } from "./new-ids";
import { openSource, type Source, type SourceDocument } from "./open-file";
import { type Renewed, Writer } from "./write";

export interface ImportJob {
  /** The database. The blobs lie beside it. */
  file: string;
  paths: readonly string[];
  now: number;
}

/** A session of the files that is whole. */
interface Sound {
  document: SourceDocument;
  row: Row;
  found: FoundSession;
  /** The session that is there already. */
  there: string | undefined;
}

/** Found in what is to be imported. */
interface Reading {
  sources: Source[];
  sound: Sound[];
  broken: FoundBroken[];
}

const THERE = `SELECT id FROM chat_sessions WHERE (id = @origin OR metadata_json ->> '$.imported_from' = @origin)
  AND deleted_at IS NULL AND json_valid(metadata_json) LIMIT 1`;

/** @throws Cancelled; SqliteError */
export async function planImport(job: ImportJob, context: WorkContext): Promise<ImportPlan> {
  const db = openDatabase(job.file, { readonly: true });
  try {
    const { sources, sound, broken } = await readAll(db, job, context, (share) => context.onProgress(share));
    for (const source of sources) source.close();
    return { sessions: sound.map(({ found }) => found), broken };
  } finally {
    db.close();
  }
}

async function readAll(
  db: Database,
  { paths, now }: ImportJob,
  { isCancelled }: WorkContext,
  onProgress: (share: number) => void,
): Promise<Reading> {
  const reading: Reading = { sources: [], sound: [], broken: [] };
  const there = db.prepare<[object], string>(THERE).pluck();
  const seen = new Set<string>();
  for (const [at, path] of paths.entries()) {
    const tell = (error: unknown, name = basename(path)) => reading.broken.push(...brokenOf(error, name));
    const source = await openSource(path).catch((error: unknown) => void tell(error));
    if (source === undefined) continue;
    reading.sources.push(source);
    if (source.documents.length === 0) tell(new Broken(because("empty")));
    for (const [nth, document] of source.documents.entries()) {
      try {
        const one = await readDocument(db, document, now, isCancelled);
        if (seen.has(one.origin)) continue;
        seen.add(one.origin);
        const known = there.get({ origin: one.origin });
        const { title, created_at } = one.row;
        const found = { title: String(title), created_at: Number(created_at), messages: one.messages };
        reading.sound.push({
          document,
          row: one.row,
          there: known,
          found: { ...found, there: known !== undefined },
        });
      } catch (error) {
        if (error instanceof Cancelled) throw error;
        tell(error, document.name);
      }
      onProgress((at + (nth + 1) / source.documents.length) / paths.length);
    }
  }
  return reading;
}

function brokenOf(error: unknown, name: string): FoundBroken[] {
  if (!(error instanceof Broken)) return [{ name, reason: because("unreadable") }];
  return [error, ...(error.more ?? [])].map(({ reason, line }) => ({
    name,
    reason,
    ...(line === undefined ? {} : { line }),
  }));
}

async function readDocument(db: Database, document: SourceDocument, now: number, isCancelled: () => boolean) {
  const checker = createChecker(db, now);
  let session: { row: Row; origin: string } | undefined;
  let messages = 0;
  for await (const item of document.items()) {
    if (isCancelled()) throw new Cancelled();
    checker.check(item);
    if (item.is === "session") {
      if (session !== undefined) throw new Broken(because("misplaced", { key: "chat_sessions" }), item.line);
      session = { row: item.row, origin: item.origin };
    }
    if (item.is === "message") messages += 1;
  }
  if (session === undefined) throw new Broken(because("empty"));
  return { ...session, messages };
}

/** @throws Cancelled; Broken; SqliteError; the file system's errors: nothing was imported then */
export async function importSessions(job: ImportJob, context: WorkContext): Promise<ImportOutcome> {
  const db = openDatabase(job.file);
  configure(db);
  try {
    // The first half of the progress is the reading.
    const reading = await readAll(db, job, context, (share) => context.onProgress(share / 2));
    try {
      return await write(db, job, reading, context);
    } finally {
      for (const source of reading.sources) source.close();
    }
  } finally {
    db.close();
  }
}

async function write(
  db: Database,
  job: ImportJob,
  reading: Reading,
  context: WorkContext,
): Promise<ImportOutcome> {
  const sessions = renewedOf(reading.sound);
  const fresh = reading.sound.filter(({ there }) => there === undefined);
  const total = fresh.reduce((sum, { found }) => sum + found.messages, 0);
  let done = 0;
  const checker = createChecker(db, job.now);
  const writer = new Writer(db, checker, sessions, job.now);
  try {
    await putBlobs(db, job, reading.sources, context);
    for (const { document } of fresh) {
      // The import checks the session once more: the file may have changed since the choice.
      const own = createChecker(db, job.now);
      for await (const item of document.items()) {
        if (context.isCancelled()) throw new Cancelled();
        own.check(item);
        if (item.is === "message") done += 1;
        if (!writer.take(item)) continue;
        context.onProgress(0.5 + done / Math.max(2 * total, 1));
        // The app's own writes come in between.
        await setImmediate();
      }
    }
    for (const source of reading.sources) await source.assertSame();
    return { session_ids: writer.publish() };
  } catch (error) {
    writer.remove();
    throw error;
  }
}

/** The new ids of all sessions of the import. Links to one that is there already lead to that one. */
function renewedOf(sound: readonly Sound[]): Map<string, Renewed> {
  // One for all: a branch may name a message of the session that it came from.
  const fresh = randomMove();
  return new Map(
    sound.map(({ row, there }) => {
      const id = String(row.id);
      const move = there === undefined ? fresh : (moveBetween(id, there) ?? 0);
      return [id, { id: there ?? moved(id, move), move }];
    }),
  );
}

async function putBlobs(
  db: Database,
  { file, now }: ImportJob,
  sources: readonly Source[],
  { isCancelled }: WorkContext,
) {
  const nobody = { onCommit: () => undefined, onSynced: () => undefined };
  const store = blobStore(join(dirname(file), "blobs"), blobRows(connect(db, file, nobody)));
  for (const { blobs } of sources) {
    for (const [sha256, bytes] of blobs) {
      if (isCancelled()) throw new Cancelled();
      const put = await store.putBlob(await bytes(), now);
      if (put.sha256 !== sha256) throw new Broken(because("hash"));
    }
  }
}
