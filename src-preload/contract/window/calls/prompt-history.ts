/** The prompt history (SE-5b): the user's own messages of all sessions, found by words. */

import * as z from "zod/mini";
import type { PromptHistoryPage } from "../../domain/prompt-history";
import { messageId, sessionId } from "../fields";

export interface PromptHistoryOutputs {
  "said.search": PromptHistoryPage;
  /** The whole text. */
  "said.text": { text: string };
  "said.remove": undefined;
}

const sent = z.strictObject({ session_id: sessionId, message_id: messageId });

export const promptHistorySchemas = {
  /** Looks through a bounded number of messages; all words must be in a message. */
  "said.search": z.strictObject({
    words: z.string().check(z.maxLength(500)),
    before: z.exactOptional(messageId),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  "said.text": sent,
  /** Takes this text out of the history, wherever it was sent until now. The message itself stays. */
  "said.remove": sent,
} as const;
