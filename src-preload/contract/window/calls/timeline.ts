/** Going back in a conversation (RW), and the one undo (RW-7). */

import { z } from "zod";
import type { SessionId } from "../../domain/ids";
import type { MessagePage, StoredMessage } from "../../domain/messages";
import type { UndoEntry } from "../../domain/timeline";
import { draft, messageId, messageText, modelRef, opId, sessionId } from "../fields";

export interface TimelineOutputs {
  /** What was said in the place of the message; absent where it stays and is answered anew. */
  "timeline.rewind": { message?: StoredMessage };
  "timeline.retry": { message?: StoredMessage };
  "timeline.unrewind": undefined;
  "timeline.read": MessagePage;
  /** `main_id`: its session is a sidecar of that one (BR-4). */
  "undo.last": Pick<UndoEntry, "id" | "kind" | "session_id" | "title"> & { main_id?: SessionId };
  "undo.list": UndoEntry[];
}

export const timelineSchemas = {
  /** RW-2: what came after is hidden, and the message itself where its text or model is another now. */
  "timeline.rewind": z.strictObject({
    session_id: sessionId,
    message_id: messageId,
    text: messageText.optional(),
    model: modelRef.optional(),
    draft,
  }),
  /** RW-2: of an answer or of the question before it. */
  "timeline.retry": z.strictObject({
    session_id: sessionId,
    message_id: messageId,
    model: modelRef.optional(),
  }),
  /** RW-3: shows the turns that an op hides, and hides those that are shown in their place. */
  "timeline.unrewind": z.strictObject({ session_id: sessionId, op_id: opId }),
  /** RW-3: the turns that an op hides, as they would stand if it were restored; the last of them, or the last before one. */
  "timeline.read": z.strictObject({
    session_id: sessionId,
    op_id: opId,
    before: messageId.optional(),
    limit: z.int().min(1).max(200),
  }),
  /** RW-7: this entry, or the newest that is not undone; answers what was undone. */
  "undo.last": z.strictObject({ id: z.int().min(1).optional() }),
  /** Newest first; `before` is the id of the last that is known. */
  "undo.list": z.strictObject({
    limit: z.int().min(1).max(200),
    before: z.int().min(1).exactOptional(),
  }),
} as const;
