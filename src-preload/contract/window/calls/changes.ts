/** Files that turns changed: how many, which, and the way back (RW-5). */
import * as z from "zod/mini";
import type { ChangeCount, ChangeDiff, ChangedFiles, RestoredFiles } from "../../domain/file-changes";
import { messageId, opId, path, sessionId } from "../fields";

export interface ChangesOutputs {
  "changes.count": ChangeCount;
  "changes.list": ChangedFiles;
  "changes.diff": ChangeDiff;
  "changes.restore": RestoredFiles;
  "changes.undo_restore": RestoredFiles;
}

/** The turns from a message on, hidden ones as well. */
const turnsFrom = z.strictObject({ session_id: sessionId, message_id: messageId });
/** Absolute, as `changes.list` gives it: only paths that the session itself has recorded are looked at. */
const recordedPath = path;

const MOST_CHOSEN = 1000;

export const changesSchemas = {
  /** Asks the store alone, no disk: for the turns from a message on, those of a hidden timeline, or all. */
  "changes.count": z.union([
    turnsFrom,
    z.strictObject({ session_id: sessionId, op_id: opId }),
    z.strictObject({ session_id: sessionId }),
  ]),
  "changes.list": turnsFrom,
  "changes.diff": z.extend(turnsFrom, { path: recordedPath }),
  /** Without paths, all files of the turns. */
  "changes.restore": z.extend(turnsFrom, {
    paths: z.exactOptional(z.array(recordedPath).check(z.minLength(1), z.maxLength(MOST_CHOSEN))),
  }),
  "changes.undo_restore": z.strictObject({ session_id: sessionId, restore_id: opId }),
} as const;
