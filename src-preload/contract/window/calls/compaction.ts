/** Compaction (CP-2, CP-7): a summary in the place of earlier turns, by the user's hand. */

import * as z from "zod/mini";
import { LONGEST_SUMMARY } from "../../domain/compaction";
import type { MessagePage } from "../../domain/messages";
import { focus, messageId, session, sessionId } from "../fields";

export interface CompactionOutputs {
  "compaction.start": undefined;
  "compaction.cancel": undefined;
  "compaction.undo": undefined;
  "compaction.edit": undefined;
  "compaction.again": undefined;
  "compaction.turns": MessagePage;
}

const summary = { session_id: sessionId, message_id: messageId };

export const compactionSchemas = {
  /** Answers as soon as it has begun. The feed tells its progress (the status), its end and its failure. */
  "compaction.start": z.strictObject({ session_id: sessionId, focus }),
  /** Stops the summary alone. A turn that waits for it goes on without it where it can. */
  "compaction.cancel": session,
  /** Brings the summarised turns back, and takes the summary out. `message_id` is the summary's. */
  "compaction.undo": z.strictObject(summary),
  /** Puts the user's words in the summary's place. */
  "compaction.edit": z.strictObject({
    ...summary,
    summary: z.string().check(
      z.maxLength(LONGEST_SUMMARY, "the summary is too long"),
      z.refine((text) => text.trim() !== "", "the summary is empty"),
    ),
  }),
  /** Writes another summary of the same turns. Begins as `compaction.start` does. */
  "compaction.again": z.strictObject({ ...summary, focus }),
  /** The last of the messages that a summary stands for; with `before`, the last before that message. */
  "compaction.turns": z.strictObject({
    ...summary,
    before: z.optional(messageId),
    limit: z.int().check(z.minimum(1), z.maximum(2000)),
    /** Without parts and with little metadata (`away`). */
    outline: z.optional(z.literal(true)),
  }),
} as const;
