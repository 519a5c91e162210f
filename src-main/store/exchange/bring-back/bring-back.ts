/**
 * Brings one session of a backup into today's library, with its sidecars and helpers (SV-8). It comes as an import does: under new ids, whole
 * or not at all. Nothing of today's is overwritten, and the backup is only read.
 */
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import { blobUrl, sha256In } from "../../../../src-preload/contract/domain/attachments";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import type { BroughtIn, SeenInBackup } from "../../../core/ports/exchange";
import { configure, connect, openDatabase } from "../../database/connection";
import { blobRows } from "../../transcript/blob-rows";
import { NoBackup } from "../../upkeep/library/look";
import { withFollowers } from "../export";
import { columnsOf } from "../import/check";
import { bringIn } from "../import/import";
import { type Items, itemsOfSession } from "../import/items";
import { type Source, unchanged } from "../import/open-file";
import { type ArrivalJob, type Checked, DocumentReader, sessionsThere } from "../import/reading";
import { withOrigin } from "../origin";
import { type Row, sessionReader } from "../session-rows";
import type { CheckContext, WorkContext } from "../work";
import { ofBackup, openInTodaysSchema } from "./open-backup";

export type BringBackJob = ArrivalJob & SeenInBackup;

/** @throws NoBackup, Cancelled, Broken; SqliteError of today's file; the file system's errors: nothing of it was brought back then */
export async function bringBack(job: BringBackJob, context: CheckContext): Promise<BroughtIn> {
  const assertSame = unchanged(job.backup, await stat(job.backup));
  // The check may outlive its cancelling: it holds the backup alone, and not the library.
  const backup = await openInTodaysSchema({ ...context, ...job });
  try {
    const db = openDatabase(job.file, { must_exist: true });
    try {
      configure(db);
      return await bringFrom(backup.db, db, job, { ...context, assertSame });
    } finally {
      db.close();
    }
  } finally {
    await backup.close();
  }
}

async function bringFrom(
  backup: Database,
  db: Database,
  job: BringBackJob,
  context: WorkContext & Pick<Source, "assertSame">,
): Promise<BroughtIn> {
  const { session_id, again } = job;
  const there = again
    ? undefined
    : whereItIs(
        db,
        ofBackup(() => originOf(backup, session_id)),
      );
  if (there !== undefined) return { is: "there", ...there };
  const ids = ofBackup(() => idsOf(backup, session_id));
  const source = sourceOf(backup, ids, context);
  const checked: Checked = { sources: [source], sound: new Map(), named: new Set() };
  // A second copy has second copies of its sidecars.
  const known = again ? () => ({ grown: false }) : sessionsThere(db);
  const reader = new DocumentReader(columnsOf(db), job.now, known, checked, context);
  let number = 0;
  for await (const document of source.documents()) await reader.read(0, number++, document);
  const missing = await keepFiles(
    db,
    ofBackup(() => sessionReader(backup).blobs(ids)),
    job,
  );
  const arrival = { ...job, files: [basename(job.backup)] };
  const { session_ids, undo_id } = await bringIn(db, arrival, checked, {
    ...context,
    onProgress: () => undefined,
  });
  return { is: "back", session_ids, missing, ...(undo_id === undefined ? {} : { undo_id }) };
}

function originOf(backup: Database, id: SessionId): string {
  const row = backup.prepare<[string], Row>("SELECT * FROM chat_sessions WHERE id = ?").get(id);
  if (row === undefined) throw new NoBackup("DAMAGED_BACKUP");
  return withOrigin(row).origin;
}

/** SQL: the session in the library, or its copy. One outside of the trash comes first. */
const THERE = `SELECT id AS session_id, deleted_at IS NOT NULL AS trashed FROM chat_sessions
  WHERE (id = @origin OR metadata_json ->> '$.imported_from' = @origin) AND json_valid(metadata_json)
  AND id NOT IN (SELECT session_id FROM partial_sessions) ORDER BY trashed LIMIT 1`;

function whereItIs(db: Database, origin: string): { session_id: SessionId; trashed: boolean } | undefined {
  const found = db.prepare<[object], { session_id: SessionId; trashed: number }>(THERE).get({ origin });
  return found && { session_id: found.session_id, trashed: found.trashed !== 0 };
}

/** The session first, then what belongs to it. */
function idsOf(backup: Database, id: SessionId): SessionId[] {
  const all = withFollowers(backup, [id]).map((one) => one.id);
  return [id, ...all.filter((one) => one !== id)];
}

function sourceOf(
  backup: Database,
  ids: readonly SessionId[],
  { onProgress, assertSame }: WorkContext & Pick<Source, "assertSame">,
): Source {
  const reader = ofBackup(() => sessionReader(backup));
  const total = ofBackup(() => ids.reduce((sum, id) => sum + reader.messageCount(id), 0));
  let read = 0;
  async function* items(id: SessionId): Items {
    const rows = ofBackup(() => reader.session(id));
    if (rows === undefined) return;
    const { row, origin } = withOrigin(rows.row);
    const all = itemsOfSession({ ...rows, row }, origin)[Symbol.iterator]();
    try {
      for (let next = ofBackup(() => all.next()); !next.done; next = ofBackup(() => all.next())) {
        if (next.value.is === "message") read += 1;
        // Read twice: once to check it, once to write it.
        onProgress(Math.min(1, read / Math.max(2 * total, 1)));
        yield next.value;
      }
    } finally {
      // Open statements would keep the backup from closing.
      all.return?.();
    }
  }
  return {
    name: "",
    documents: async function* () {
      for (const id of ids) yield { name: id, items: () => items(id) };
    },
    blobs: new Map(),
    share: () => 0,
    leftAlone: () => [],
    assertSame,
    close: () => undefined,
  };
}

/**
 * A backup holds no files: those that are still here are kept from the sweep, which may be about to take what nothing used. Returns the
 * number of those that are not here any more.
 */
async function keepFiles(db: Database, files: readonly Row[], { file, now }: ArrivalJob): Promise<number> {
  const nobody = { onCommit: () => undefined, onSynced: () => undefined };
  const rows = blobRows(connect(db, file, nobody));
  let missing = 0;
  for (const { sha256, media_type, size } of files) {
    const name = String(sha256);
    const place = join(dirname(file), "blobs", name.slice(0, 2), name);
    // Another name may lead out of the folder.
    const isName = sha256In(blobUrl(name)) !== undefined;
    const found = isName ? await stat(place).catch(() => undefined) : undefined;
    if (found?.isFile() !== true || found.size !== size) missing += 1;
    else
      rows.noteBlob(
        { sha256: name, media_type: String(media_type ?? "application/octet-stream"), size },
        now,
      );
  }
  return missing;
}
