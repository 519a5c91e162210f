/** Migration 5: what stands in the editor of an earlier message (RW-1) is kept beside the composer's draft (QU-2), and moves with it. */
import type { Migration } from "./migration";

export const editedMessages: Migration = {
  name: "edited-messages",
  statements: ["ALTER TABLE window_drafts ADD COLUMN rewind_json TEXT"],
};
