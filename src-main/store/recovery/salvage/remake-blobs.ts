/** Makes the rows of blobs anew that a damaged database has lost, so that the files of what was recovered are known, and stay (DB-9). */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { blobUrl, sha256In } from "../../../../src-preload/contract/domain/attachments";
import { BLOB_PART, BLOB_URL, QUEUED_FILES } from "../../database/blob-uses";

/** The blobs that rows name, with the type that is told there. Nothing tells the type of what a file was before a change. */
const LOST = `SELECT sha256, max(media_type) AS media_type FROM (
    SELECT substr(${BLOB_URL}, 6) AS sha256, data_json ->> '$.mediaType' AS media_type FROM chat_parts WHERE ${BLOB_PART}
    UNION SELECT j.value ->> '$.sha256', j.value ->> '$.media_type' FROM chat_queue, json_each(${QUEUED_FILES}) j
      WHERE ${QUEUED_FILES} IS NOT NULL
    UNION SELECT j.value ->> '$.sha256', j.value ->> '$.media_type' FROM place_drafts, json_each(files_json) j
      WHERE files_json IS NOT NULL AND json_valid(files_json)
    UNION SELECT before_sha256, NULL FROM file_changes WHERE before_sha256 IS NOT NULL)
  WHERE sha256 NOT IN (SELECT sha256 FROM blobs) GROUP BY sha256`;

/** `folder` holds the files of the blobs. A blob whose file is gone gets no row. */
export function remakeBlobs(db: Database, folder: string): void {
  const lost = db.prepare<[], { sha256: unknown; media_type: string | null }>(LOST).all();
  const insert = db.prepare("INSERT INTO blobs VALUES (?, ?, ?, x'', ?)");
  const insertAll = db.transaction(() => {
    for (const { sha256, media_type } of lost) {
      const name = String(sha256);
      // Another name may lead out of the folder.
      if (sha256In(blobUrl(name)) === undefined) continue;
      const found = statSync(join(folder, name.slice(0, 2), name), { throwIfNoEntry: false });
      if (found?.isFile()) insert.run(name, media_type, found.size, Math.floor(found.mtimeMs));
    }
  });
  insertAll();
}
