/** Calls that count the tokens of a model's window (TK-3). */

import * as z from "zod/mini";
import type { ContextBreakdown } from "../../domain/context";
import { LONGEST_TEXT } from "../../domain/limits";
import { attachments, modelRef, path, sessionId } from "../fields";

export interface ContextOutputs {
  "context.read": ContextBreakdown;
  "context.measure": number;
}

export const contextSchemas = {
  /** Without the draft. A window's next question overtakes its last one, which then fails with `RUN_ABORTED`. */
  "context.read": z.strictObject({
    session_id: z.nullable(sessionId),
    workspace_root: z.exactOptional(path),
    model: modelRef,
  }),
  /** The tokens that a draft with its files takes with this model. Overtaken as `context.read` is. */
  "context.measure": z.strictObject({
    model: modelRef,
    text: z.string().check(z.maxLength(LONGEST_TEXT)),
    attachments: z.exactOptional(attachments),
  }),
} as const;
