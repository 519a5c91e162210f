/** Files for messages (AG-7). Dropped and pasted files come by `addFile` of the bridge: no call takes a file's name. */
import * as z from "zod/mini";
import { type AttachmentRef, LONGEST_FILENAME } from "../../domain/attachments";
import type { ErrorInfo } from "../../domain/errors";
import { none } from "../fields";

/** Files that were taken in, and those that could not be. */
export interface ChosenFiles {
  added: AttachmentRef[];
  refused: { filename: string; error: ErrorInfo }[];
}

export interface AttachmentOutputs {
  "attachment.choose": ChosenFiles;
  /** False where the user cancelled. */
  "attachment.save": { saved: boolean };
}

export const attachmentSchemas = {
  /** Opens the system's dialog. Both lists are empty where its user cancelled. */
  "attachment.choose": none,
  /** Asks where to save a kept file. `filename` is what the dialog begins with. */
  "attachment.save": z.strictObject({
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    filename: z.string().check(z.maxLength(LONGEST_FILENAME)),
  }),
} as const;
