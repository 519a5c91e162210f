/**
 * Migration 3: a draft belongs to a window and a session (QU-2), and keeps the picked model. Drafts of the older table get the empty slot,
 * which no window has: the first window that opens their session takes them over.
 */
import type { Migration } from "./migration";

export const drafts: Migration = {
  name: "drafts",
  statements: [
    `CREATE TABLE window_drafts (
      slot TEXT NOT NULL,
      session_id TEXT NOT NULL,
      text_json TEXT NOT NULL,
      model_json TEXT,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (slot, session_id)
    )`,
    `CREATE INDEX window_drafts_session ON window_drafts (session_id, updated_at)`,
    `INSERT INTO window_drafts (slot, session_id, text_json, updated_at)
      SELECT '', session_id, text_json, updated_at FROM drafts`,
  ],
};
