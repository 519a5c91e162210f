/** Migration 13: finds what uses a blob (DB-9, DB-10), and keeps the files of drafts. The bytes themselves are files beside the database. */
import { BLOB_PART, BLOB_URL, QUEUED_FILES } from "../blob-uses";
import type { Migration } from "./migration";

export const attachments: Migration = {
  name: "attachments",
  statements: [
    `CREATE INDEX chat_parts_blob ON chat_parts (${BLOB_URL}) WHERE ${BLOB_PART}`,
    `CREATE INDEX chat_queue_files ON chat_queue (id) WHERE ${QUEUED_FILES} IS NOT NULL`,
    "ALTER TABLE place_drafts ADD COLUMN files_json TEXT",
    "CREATE INDEX place_drafts_files ON place_drafts (session_id) WHERE files_json IS NOT NULL",
  ],
};
