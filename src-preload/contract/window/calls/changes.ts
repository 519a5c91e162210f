/** Files that turns changed: how many, which, and the way back (RW-5). */
import * as z from "zod/mini";
import type { ChangeCount, ChangedFiles, RestoredFiles } from "../../domain/file-changes";
import { messageId, opId, sessionId } from "../fields";

export interface ChangesOutputs {
  "changes.count": ChangeCount;
  "changes.list": ChangedFiles;
  "changes.restore": RestoredFiles;
  "changes.undo_restore": RestoredFiles;
}

/** The turns from a message on, hidden ones as well. */
const turnsFrom = z.strictObject({ session_id: sessionId, message_id: messageId });

export const changesSchemas = {
  /** Asks the store alone, no disk: for the turns from a message on, those of a hidden timeline, or all. */
  "changes.count": z.union([
    turnsFrom,
    z.strictObject({ session_id: sessionId, op_id: opId }),
    z.strictObject({ session_id: sessionId }),
  ]),
  "changes.list": turnsFrom,
  "changes.restore": turnsFrom,
  "changes.undo_restore": z.strictObject({ session_id: sessionId, restore_id: opId }),
} as const;
