/** The rows of blobs (DB-9), and the question what still uses one (DB-10). Their bytes are files: see `blobs.ts`. */
import { eq, sql } from "drizzle-orm";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredBlob } from "../../core/ports/blob-store";
import { BLOB_PART, BLOB_URL, QUEUED_FILES } from "../database/blob-uses";
import type { Connection } from "../database/connection";
import { blobs } from "../database/schema";

/** Verbs for the store itself: the core asks for blobs through `BlobStore`. */
export interface BlobRows {
  noteBlob(blob: StoredBlob, now: number): void;
  blob(sha256: string): StoredBlob | undefined;
  /** True where the blob has a row, or something uses it although its row was lost. */
  knowsBlob(sha256: string): boolean;
  /** Blobs that nothing uses and that were last put before this time, at most `most` of them. */
  unusedBlobs(before: number, most: number): string[];
  /** Deletes the row, unless something uses the blob by now, or it was put again since `before`. Returns true if it did. */
  dropBlob(sha256: string, before: number): boolean;
}

const IN_PARTS = `SELECT 1 FROM chat_parts WHERE ${BLOB_PART} AND ${BLOB_URL} = 'blob:' || b.sha256`;
const IN_QUEUE = `SELECT j.value ->> '$.sha256' FROM chat_queue, json_each(${QUEUED_FILES}) j
  WHERE ${QUEUED_FILES} IS NOT NULL`;
const IN_DRAFTS = `SELECT j.value ->> '$.sha256' FROM place_drafts, json_each(files_json) j
  WHERE files_json IS NOT NULL AND json_valid(files_json)`;
const IN_CHANGES = "SELECT 1 FROM file_changes WHERE before_sha256 = b.sha256";
const UNUSED = `NOT EXISTS (${IN_PARTS}) AND NOT EXISTS (${IN_CHANGES}) AND b.sha256 NOT IN (${IN_QUEUE}) AND b.sha256 NOT IN (${IN_DRAFTS})`;

/** Statements that walk all blobs, drafts and waiting messages. Only a sweep runs them: at the start, and after a removal for good. */
const SWEEP_SQL = {
  unused: `SELECT b.sha256 FROM blobs b WHERE b.created_at < ? AND ${UNUSED} LIMIT ?`,
  drop: `DELETE FROM blobs AS b WHERE b.sha256 = ? AND b.created_at < ? AND ${UNUSED}`,
  isUnused: `SELECT 1 FROM (SELECT ? AS sha256) b WHERE ${UNUSED}`,
} as const;

/** The other statements of this file, for the test that looks at their plans. */
export const BLOB_SQL = {
  /** `@ids`: messages that are about to be removed for good. */
  ofMessages: `UPDATE blobs SET created_at = 0 WHERE sha256 IN (SELECT substr(${BLOB_URL}, 6) FROM chat_parts
    WHERE message_id IN (SELECT value FROM json_each(@ids)) AND ${BLOB_PART})`,
  changesOfMessages: `UPDATE blobs SET created_at = 0 WHERE sha256 IN (SELECT before_sha256 FROM file_changes
    WHERE message_id IN (SELECT value FROM json_each(@ids)) AND before_sha256 IS NOT NULL)`,
  ofSession: `UPDATE blobs SET created_at = 0 WHERE sha256 IN (${IN_QUEUE} AND chat_queue.session_id = @session_id)
    OR sha256 IN (${IN_DRAFTS} AND place_drafts.session_id = @session_id)`,
} as const;

export function blobRows({ raw, orm, write }: Connection): BlobRows {
  const unused = raw.prepare<[number, number], string>(SWEEP_SQL.unused).pluck();
  const drop = raw.prepare<[string, number]>(SWEEP_SQL.drop);
  const isUnused = raw.prepare<[string]>(SWEEP_SQL.isUnused);
  const blob = (sha256: string): StoredBlob | undefined => {
    const { media_type, size } = blobs;
    const row = orm.select({ media_type, size }).from(blobs).where(eq(blobs.sha256, sha256)).get();
    return row && { sha256, media_type: row.media_type ?? "application/octet-stream", size: row.size };
  };
  return {
    noteBlob: ({ sha256, media_type, size }, now) =>
      void write(() =>
        orm
          .insert(blobs)
          .values({ sha256, media_type, size, bytes: Buffer.alloc(0), created_at: now })
          .onConflictDoUpdate({
            target: blobs.sha256,
            set: {
              created_at: sql`max(${now}, created_at)`,
              media_type: sql`coalesce(media_type, ${media_type})`,
            },
          })
          .run(),
      ),
    blob,
    knowsBlob: (sha256) => blob(sha256) !== undefined || isUnused.get(sha256) === undefined,
    unusedBlobs: (before, most) => unused.all(before, most),
    dropBlob: (sha256, before) => write(() => drop.run(sha256, before).changes > 0),
  };
}

/**
 * Lets the next sweep take the blobs of messages that are removed for good, without the day that others are given (DB-10). Runs in the
 * transaction that removes them.
 */
export function blobReleaser({ raw }: Pick<Connection, "raw">) {
  const ofMessages = raw.prepare<[object]>(BLOB_SQL.ofMessages);
  const changesOfMessages = raw.prepare<[object]>(BLOB_SQL.changesOfMessages);
  const ofSession = raw.prepare<[object]>(BLOB_SQL.ofSession);
  return {
    ofMessages: (ids: readonly string[]) => {
      ofMessages.run({ ids: JSON.stringify(ids) });
      changesOfMessages.run({ ids: JSON.stringify(ids) });
    },
    ofSession: (session_id: SessionId) => ofSession.run({ session_id }),
  };
}
