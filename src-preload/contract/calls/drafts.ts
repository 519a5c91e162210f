/** What stands in a composer and has not been sent (QU-2). A draft is the calling window's. */
import { z } from "zod";
import { messageId, modelRef, queueId, sessionId } from "../fields";
import { LONGEST_DRAFT } from "../limits";
import type { Draft } from "../types";

export interface DraftOutputs {
  "draft.save": undefined;
  "draft.add": undefined;
  "draft.save_edited": undefined;
  "draft.save_queued": undefined;
  "draft.read": Draft;
}

export const draftSchemas = {
  /** `null` is the draft of a session that does not exist yet. */
  "draft.save": z.strictObject({
    session_id: sessionId.nullable(),
    text: z.string().max(LONGEST_DRAFT, "the draft is too long to be kept"),
    model: modelRef.exactOptional(),
  }),
  /** After what the draft says: typed on in an editor of this session while its words were being stored, and the session left. */
  "draft.add": z.strictObject({
    session_id: sessionId,
    text: z.string().min(1).max(LONGEST_DRAFT, "the draft is too long to be kept"),
  }),
  /** RW-1: of the one earlier message that is being edited; without text it is done with. */
  "draft.save_edited": z.strictObject({
    session_id: sessionId,
    message_id: messageId,
    text: z.string().max(LONGEST_DRAFT, "the draft is too long to be kept"),
    model: modelRef.exactOptional(),
  }),
  /** QU-1: of the one waiting message that is being edited; without text it is done with. */
  "draft.save_queued": z.strictObject({
    session_id: sessionId,
    id: queueId,
    text: z.string().max(LONGEST_DRAFT, "the draft is too long to be kept"),
    as_of: z.int(),
  }),
  /** This window's, else what a window that was closed has left in this session: that is this window's from now on. */
  "draft.read": z.strictObject({ session_id: sessionId.nullable() }),
} as const;
