/**
 * The numbered migrations: the n-th takes a database from `user_version` n-1 to n. They only add (DB-6), and one that has shipped is
 * never edited.
 */
import { transcript } from "./0001-transcript";
import { marks } from "./0002-marks";
import { drafts } from "./0003-drafts";
import { timeTravel } from "./0004-time-travel";
import { editedMessages } from "./0005-edited-messages";
import { editedQueue } from "./0006-edited-queue";
import { placeDrafts } from "./0007-place-drafts";
import type { Migration } from "./migration";

export const migrations: readonly Migration[] = [
  transcript,
  marks,
  drafts,
  timeTravel,
  editedMessages,
  editedQueue,
  placeDrafts,
];
