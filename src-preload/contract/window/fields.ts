/** Schemas of the values that several calls share. */
import * as z from "zod/mini";
import { LONGEST_FILENAME, MOST_ATTACHMENTS } from "../domain/attachments";
import { LONGEST_FOCUS } from "../domain/compaction";
import type { MessageId, OpId, QueueId, SessionId } from "../domain/ids";
import { LONGEST_TEXT } from "../domain/limits";

export const sessionId = z.pipe(
  z.string().check(z.regex(/^ses_[0-9a-f]{14}[0-9A-Za-z]{12}$/, "not a session id")),
  z.transform((id) => id as SessionId),
);
export const messageId = z.pipe(
  z.string().check(z.regex(/^msg_[0-9a-f]{14}[0-9A-Za-z]{12}$/, "not a message id")),
  z.transform((id) => id as MessageId),
);

export const opId = z.pipe(
  z.string().check(z.regex(/^top_[0-9a-f]{14}[0-9A-Za-z]{12}$/, "not an op's id")),
  z.transform((id) => id as OpId),
);

export const queueId = z.pipe(
  z.string().check(z.regex(/^que_[0-9a-f]{14}[0-9A-Za-z]{12}$/, "not the id of a waiting message")),
  z.transform((id) => id as QueueId),
);

export const modelRef = z.strictObject({
  provider_id: z.string().check(z.minLength(1), z.maxLength(200)),
  model_id: z.string().check(z.minLength(1), z.maxLength(200)),
  variant: z.exactOptional(z.string().check(z.maxLength(100))),
});

export const text = z
  .string()
  .check(z.maxLength(LONGEST_TEXT, "the message is longer than 4 million characters"));
/** The files of a message (AG-7). Main takes only the hash and the name from here: the store knows the rest. */
export const attachments = z
  .array(
    z.strictObject({
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, "not the hash of a file")),
      media_type: z.string().check(z.maxLength(100)),
      filename: z.string().check(z.minLength(1), z.maxLength(LONGEST_FILENAME)),
      size: z.int().check(z.minimum(0)),
    }),
  )
  .check(z.maxLength(MOST_ATTACHMENTS, "too many files"));
/** A message says something by its words or by its files. */
export const isSaid = (said: { text?: string | undefined; attachments?: readonly unknown[] | undefined }) =>
  said.text?.trim() !== "" || (said.attachments?.length ?? 0) > 0;
export const EMPTY = { message: "the message is empty", path: ["text"] };
export const path = z.string().check(z.maxLength(4096));
export const none = z.union([z.undefined(), z.strictObject({})]);
export const session = z.strictObject({ session_id: sessionId });

/**
 * The place of a text that is not sent yet (QU-2). A call that stores the text names its place, so that one transaction deletes the draft.
 */
export const draftPlace = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("composer"), session_id: z.nullable(sessionId) }),
  z.strictObject({ kind: z.literal("message"), session_id: sessionId, id: messageId }),
  z.strictObject({ kind: z.literal("waiting"), session_id: sessionId, id: queueId }),
]);
export const draft = z.exactOptional(draftPlace);

/** Points that a summary keeps in more detail. */
export const focus = z.optional(
  z.string().check(z.trim(), z.maxLength(LONGEST_FOCUS, "the focus is too long")),
);
/** RW-8. */
export const takeAlong = z.optional(z.strictObject({ focus }));
