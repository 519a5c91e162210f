/**
 * Brings sessions of a database in memory into the one on the disk, with all their rows and files, under the ids that they have (SE-10).
 * As an import does, it writes a few rows a transaction, and one transaction makes all of them sessions: a kill leaves all or nothing.
 */
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionsOfMemory } from "../../core/ports/exchange";
import { configure, connect, openDatabase } from "../database/connection";
import { blobRows } from "../transcript/blob-rows";
import { blobStore } from "../transcript/blobs";
import { columnsOf } from "./import/check";
import { itemsOfSession, type RowItem } from "./import/items";
import { Writer } from "./import/write";
import { sessionReader } from "./session-rows";
import type { WorkContext } from "./work";

export interface AdoptJob extends SessionsOfMemory {
  /** The database. The blobs lie beside it. */
  file: string;
  now: number;
}

/** @throws SqliteError; the file system's errors: nothing of it is there then */
export async function adoptSessions(
  job: AdoptJob,
  { onProgress }: Pick<WorkContext, "onProgress">,
): Promise<undefined> {
  const from = openDatabase(Buffer.from(job.image.buffer, job.image.byteOffset, job.image.byteLength), {
    readonly: true,
  });
  const db = openDatabase(job.file, { must_exist: true });
  configure(db);
  // An id of the session is not moved, so that a link to a session that comes later still leads there.
  const same = new Map(job.session_ids.map((id) => [String(id), { id: String(id), move: 0 }]));
  const writer = new Writer(db, columnsOf(db), same, job.now);
  const files = filesFor(db, job);
  const step = stepsOf(from, job, onProgress);
  try {
    for (const item of itemsOf(from, job.session_ids)) {
      if (item.is === "message") step();
      // The app's own writes come in between.
      if (writer.take(item)) await setImmediate();
    }
    writer.flush();
    // Behind the rows that name them: what removes the sessions after a kill finds their files by these.
    await files.put(step);
    // The copy in memory goes next: this one must be on the disk by then.
    db.pragma("synchronous = FULL");
    writer.publish();
  } catch (error) {
    writer.remove();
    await files.takeBack();
    throw error;
  } finally {
    db.close();
    from.close();
  }
}

/** Tells how many of the messages and files are done. */
function stepsOf(db: Database, { session_ids, files }: AdoptJob, onProgress: (share: number) => void) {
  const { messageCount } = sessionReader(db);
  const total = session_ids.reduce((sum, id) => sum + messageCount(id), files.size);
  let done = 0;
  return () => {
    done += 1;
    onProgress(done / total);
  };
}

function* itemsOf(db: Database, session_ids: readonly SessionId[]): Iterable<RowItem> {
  const reader = sessionReader(db);
  for (const id of session_ids) {
    const rows = reader.session(id);
    if (rows !== undefined) yield* itemsOfSession(rows, String(rows.row.id));
  }
}

function filesFor(db: Database, { file, files, now }: AdoptJob) {
  const nobody = { onCommit: () => undefined, onSynced: () => undefined };
  const rows = blobRows(connect(db, file, nobody));
  const store = blobStore(join(dirname(file), "blobs"), rows);
  const fresh = [...files.keys()].filter((sha256) => rows.blob(sha256) === undefined);
  const forget = db.prepare(
    "UPDATE blobs SET created_at = 0 WHERE sha256 IN (SELECT value FROM json_each(?))",
  );
  async function* all(bytes: Uint8Array) {
    yield bytes;
  }
  return {
    async put(step: () => void) {
      for (const bytes of files.values()) {
        await store.putBlob(all(bytes), now);
        step();
      }
    },
    /** A private word stays nowhere by mistake: these files do not wait a day for the sweep. */
    async takeBack() {
      forget.run(JSON.stringify(fresh));
      await store.sweepBlobs(now);
    },
  };
}
