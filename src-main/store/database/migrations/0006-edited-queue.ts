/** Migration 6: what stands in the editor of a waiting message (QU-1) is kept beside the composer's draft (QU-2), and moves with it. */
import type { Migration } from "./migration";

export const editedQueue: Migration = {
  name: "edited-queue",
  statements: ["ALTER TABLE window_drafts ADD COLUMN queued_json TEXT"],
};
