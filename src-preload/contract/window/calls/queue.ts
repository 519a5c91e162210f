/** Messages that wait to be sent (QU-1). */

import { z } from "zod";
import type { QueuedMessage, QueuedText, QueueRemoval } from "../../domain/queue";
import { draft, messageText, modelRef, queueId, session, sessionId } from "../fields";

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
  /** Keeps its place. `as_of`: refused where it is another's edit since. Without `model` it keeps its own. */
  "queue.edit": z.strictObject({
    session_id: sessionId,
    id: queueId,
    text: messageText,
    model: modelRef.optional(),
    as_of: z.int().optional(),
    draft,
  }),
  "queue.remove": item,
  "queue.clear": session,
  /** What was removed waits again where it did, and is not sent before `queue.resume` where nothing else is being answered. */
  "queue.put_back": z.strictObject({ session_id: sessionId, removal: z.int() }),
  /** The first is sent now, or when the session goes idle. */
  "queue.resume": session,
} as const;
