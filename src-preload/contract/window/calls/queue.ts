/** Messages that wait to be sent (QU-1). */

import * as z from "zod/mini";
import type { QueuedMessage, QueuedText, QueueRemoval } from "../../domain/queue";
import { attachments, draft, EMPTY, isSaid, modelRef, queueId, session, sessionId, text } from "../fields";

export interface QueueOutputs {
  "queue.read": QueuedText;
  "queue.edit": QueuedMessage;
  "queue.remove": QueueRemoval;
  "queue.clear": QueueRemoval;
  "queue.put_back": undefined;
  "queue.resume": undefined;
}

const item = z.strictObject({ session_id: sessionId, id: queueId });

export const queueSchemas = {
  "queue.read": item,
  /** Changes a message, which keeps its place. Refused where the words have changed since `as_of`. Without `model` it keeps its own, without `attachments` its files. */
  "queue.edit": z
    .strictObject({
      session_id: sessionId,
      id: queueId,
      text,
      attachments: z.optional(attachments),
      model: z.optional(modelRef),
      as_of: z.optional(z.int()),
      draft,
    })
    .check(z.refine(isSaid, EMPTY)),
  "queue.remove": item,
  "queue.clear": session,
  /** Puts removed messages back into their places. Unless an answer is being written, they wait for `queue.resume`. */
  "queue.put_back": z.strictObject({ session_id: sessionId, removal: z.int() }),
  /** Sends the first message now, or when the session goes idle. */
  "queue.resume": session,
} as const;
