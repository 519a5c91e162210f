/**
 * Migration 7: a draft belongs to a place (QU-2): the composer, the editor of an earlier message (RW-1) or of a waiting one (QU-1). Copies
 * the drafts that migrations 3, 5 and 6 kept in one row for each window, to the letter. The first draft that is saved empties the older
 * tables.
 */
import type { Migration } from "./migration";

/** A later version may have more (DB-6), and a salvaged file is read by the latest. */
const COLUMNS = "(session_id, place, target, writer, text_json, model_json, as_of, updated_at)";

/** Copies the older drafts, each text as the JSON it was. A row with an unreadable column keeps its other texts. */
export const TAKE_OVER = [
  `INSERT OR IGNORE INTO place_drafts ${COLUMNS}
    SELECT session_id, 'composer', '', slot, text_json, model_json, NULL, updated_at
    FROM window_drafts WHERE text_json <> '""' OR model_json IS NOT NULL`,
  `INSERT OR IGNORE INTO place_drafts ${COLUMNS}
    SELECT session_id, 'message', rewind_json ->> '$.message_id', slot, rewind_json -> '$.text', rewind_json -> '$.model',
      NULL, updated_at
    FROM window_drafts WHERE CASE WHEN json_valid(rewind_json)
      THEN rewind_json ->> '$.message_id' IS NOT NULL AND rewind_json -> '$.text' IS NOT NULL END`,
  `INSERT OR IGNORE INTO place_drafts ${COLUMNS}
    SELECT session_id, 'waiting', queued_json ->> '$.id', slot, queued_json -> '$.text', NULL,
      queued_json ->> '$.as_of', updated_at
    FROM window_drafts WHERE CASE WHEN json_valid(queued_json)
      THEN queued_json ->> '$.id' IS NOT NULL AND queued_json -> '$.text' IS NOT NULL END`,
  // Drafts of version 1. Migration 3 has moved them, so they are here only after a damaged file was salvaged.
  `INSERT OR IGNORE INTO place_drafts ${COLUMNS}
    SELECT session_id, 'composer', '', '', text_json, NULL, NULL, updated_at FROM drafts WHERE text_json <> '""'`,
];

export const placeDrafts: Migration = {
  name: "place-drafts",
  statements: [
    `CREATE TABLE place_drafts (
      session_id TEXT NOT NULL,
      place TEXT NOT NULL,
      target TEXT NOT NULL,
      writer TEXT NOT NULL,
      text_json TEXT NOT NULL,
      model_json TEXT,
      as_of INTEGER,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (session_id, place, target, writer)
    )`,
    ...TAKE_OVER,
  ],
};
