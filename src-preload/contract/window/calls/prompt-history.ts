/** The prompt history (SE-5b): the user's own messages of all sessions, found by words. */

import { z } from "zod";
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
    words: z.string().max(500),
    before: messageId.exactOptional(),
    limit: z.int().min(1).max(100),
  }),
  "said.text": sent,
  /** Takes this text out of the history, wherever it was sent until now. The message itself stays. */
  "said.remove": sent,
} as const;
