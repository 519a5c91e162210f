/** The prompt of an answer as it was sent (SP-2). */

import * as z from "zod/mini";
import type { PromptPage } from "../../domain/prompts";
import { messageId, sessionId } from "../fields";

export interface PromptOutputs {
  "prompt.read": PromptPage;
}

export const promptSchemas = {
  /** `message_id` is the answer's, hidden or not. The last messages of its prompt; with `before`, the last before that message. */
  "prompt.read": z.strictObject({
    session_id: sessionId,
    message_id: messageId,
    before: z.optional(messageId),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
  }),
} as const;
