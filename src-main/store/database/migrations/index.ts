/**
 * The numbered migrations: the n-th takes a database from `user_version` n-1 to n. They only add (DB-6), and one that has shipped is
 * never edited. One of a statement or two stands in the list itself.
 */
import { transcript } from "./0001-transcript";
import { marks } from "./0002-marks";
import { drafts } from "./0003-drafts";
import { timeTravel } from "./0004-time-travel";
import { placeDrafts } from "./0007-place-drafts";
import type { Migration } from "./migration";

export const migrations: readonly Migration[] = [
  transcript,
  marks,
  drafts,
  timeTravel,
  // 5: the text in the editor of an earlier message (RW-1) is kept beside the composer's draft (QU-2), and moves with it.
  { name: "edited-messages", statements: ["ALTER TABLE window_drafts ADD COLUMN rewind_json TEXT"] },
  // 6: the text in the editor of a waiting message (QU-1), likewise.
  { name: "edited-queue", statements: ["ALTER TABLE window_drafts ADD COLUMN queued_json TEXT"] },
  placeDrafts,
];
