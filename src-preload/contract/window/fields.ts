/** Schemas of the values that several calls share. */
import { z } from "zod";
import { LONGEST_FILENAME, MOST_ATTACHMENTS } from "../domain/attachments";
import { LONGEST_FOCUS } from "../domain/compaction";
import type { MessageId, OpId, QueueId, SessionId } from "../domain/ids";
import { LONGEST_TEXT } from "../domain/limits";

export const sessionId = z
  .string()
  .regex(/^ses_[0-9a-f]{14}[0-9A-Za-z]{12}$/, "not a session id")
  .transform((id) => id as SessionId);
export const messageId = z
  .string()
  .regex(/^msg_[0-9a-f]{14}[0-9A-Za-z]{12}$/, "not a message id")
  .transform((id) => id as MessageId);

export const opId = z
  .string()
  .regex(/^top_[0-9a-f]{14}[0-9A-Za-z]{12}$/, "not an op's id")
  .transform((id) => id as OpId);

export const queueId = z
  .string()
  .regex(/^que_[0-9a-f]{14}[0-9A-Za-z]{12}$/, "not the id of a waiting message")
  .transform((id) => id as QueueId);

export const modelRef = z.strictObject({
  provider_id: z.string().min(1).max(200),
  model_id: z.string().min(1).max(200),
  variant: z.string().max(100).exactOptional(),
});

export const text = z.string().max(LONGEST_TEXT, "the message is longer than 4 million characters");
/** The files of a message (AG-7). Main takes only the hash and the name from here: the store knows the rest. */
export const attachments = z
  .array(
    z.strictObject({
      sha256: z.string().regex(/^[0-9a-f]{64}$/, "not the hash of a file"),
      media_type: z.string().max(100),
      filename: z.string().min(1).max(LONGEST_FILENAME),
      size: z.int().min(0),
    }),
  )
  .max(MOST_ATTACHMENTS, "too many files");
/** A message says something by its words or by its files. */
export const isSaid = (said: { text?: string | undefined; attachments?: readonly unknown[] | undefined }) =>
  said.text?.trim() !== "" || (said.attachments?.length ?? 0) > 0;
export const EMPTY = { message: "the message is empty", path: ["text"] };
export const path = z.string().max(4096);
export const none = z.undefined().or(z.strictObject({}));
export const session = z.strictObject({ session_id: sessionId });

/**
 * The place of a text that is not sent yet (QU-2). A call that stores the text names its place, so that one transaction deletes the draft.
 */
export const draftPlace = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("composer"), session_id: sessionId.nullable() }),
  z.strictObject({ kind: z.literal("message"), session_id: sessionId, id: messageId }),
  z.strictObject({ kind: z.literal("waiting"), session_id: sessionId, id: queueId }),
]);
export const draft = draftPlace.exactOptional();

/** Points that a summary keeps in more detail. */
export const focus = z.string().trim().max(LONGEST_FOCUS, "the focus is too long").optional();
/** RW-8. */
export const takeAlong = z.strictObject({ focus }).optional();
