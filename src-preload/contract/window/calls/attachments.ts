/** Files for messages (AG-7). Dropped and pasted files come by `addFile` of the bridge: no call takes a file's name. */
import type { AttachmentRef } from "../../domain/attachments";
import type { ErrorInfo } from "../../domain/errors";
import { none } from "../fields";

/** Files that were taken in, and those that could not be. */
export interface ChosenFiles {
  added: AttachmentRef[];
  refused: { filename: string; error: ErrorInfo }[];
}

export interface AttachmentOutputs {
  "attachment.choose": ChosenFiles;
}

export const attachmentSchemas = {
  /** Opens the system's dialog. Both lists are empty where its user cancelled. */
  "attachment.choose": none,
} as const;
