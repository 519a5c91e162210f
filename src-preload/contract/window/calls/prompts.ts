/** The prompt of an answer as it was sent (SP-2). */

import { z } from "zod";
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
    before: messageId.optional(),
    limit: z.int().min(1).max(100),
  }),
} as const;
