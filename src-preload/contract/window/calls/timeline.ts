/** Ways back in a conversation (RW), and the one undo (RW-7). */

import * as z from "zod/mini";
import type { MessagePage, StoredMessage } from "../../domain/messages";
import type { Undone } from "../../domain/requests";
import type { MessagePlace, UndoEntry } from "../../domain/timeline";
import {
  attachments,
  draft,
  EMPTY,
  isSaid,
  messageId,
  modelRef,
  opId,
  sessionId,
  takeAlong,
  text,
} from "../fields";

export interface TimelineOutputs {
  /** The new message in the old one's place; absent where the old one stays and is answered anew. */
  "timeline.rewind": { message?: StoredMessage };
  "timeline.retry": { message?: StoredMessage };
  "timeline.unrewind": undefined;
  "timeline.take_out": undefined;
  "timeline.read": MessagePage;
  "timeline.place": MessagePlace;
  "undo.last": Undone;
  "undo.list": UndoEntry[];
}

export const timelineSchemas = {
  /**
   * RW-2: hides all that came after a message, and the message itself if its text, files or model change. With `take_along` it answers once what
   * is left has been summed up (RW-8); `compaction.cancel` stops that, and refuses the rewind.
   */
  "timeline.rewind": z
    .strictObject({
      session_id: sessionId,
      message_id: messageId,
      text: z.optional(text),
      attachments: z.optional(attachments),
      model: z.optional(modelRef),
      draft,
      take_along: takeAlong,
    })
    .check(z.refine(isSaid, EMPTY)),
  /** RW-2: answers a question anew, named by itself or by its answer. */
  "timeline.retry": z.strictObject({
    session_id: sessionId,
    message_id: messageId,
    model: z.optional(modelRef),
  }),
  /** RW-3: shows the turns that an op hides, and hides the visible ones in their place. */
  "timeline.unrewind": z.strictObject({ session_id: sessionId, op_id: opId }),
  /** RW-8: takes a summary out that a rewind or a branch took along. `message_id` is the summary's. */
  "timeline.take_out": z.strictObject({ session_id: sessionId, message_id: messageId }),
  /** RW-3: the last of the turns that an op hides, as they would stand if it were restored; with `before`, the last before that message. */
  "timeline.read": z.strictObject({
    session_id: sessionId,
    op_id: opId,
    before: z.optional(messageId),
    limit: z.int().check(z.minimum(1), z.maximum(2000)),
    /** Without parts and with little metadata (`away`). */
    outline: z.optional(z.literal(true)),
  }),
  /** SE-5a: the place where a message is read now, whatever hides it. */
  "timeline.place": z.strictObject({ session_id: sessionId, message_id: messageId }),
  /** RW-7: undoes this entry, or the newest that is not undone, and returns it. */
  "undo.last": z.strictObject({ id: z.optional(z.int().check(z.minimum(1))) }),
  /** Newest first; `before` is the id of the last known entry. */
  "undo.list": z.strictObject({
    limit: z.int().check(z.minimum(1), z.maximum(200)),
    before: z.exactOptional(z.int().check(z.minimum(1))),
  }),
} as const;
