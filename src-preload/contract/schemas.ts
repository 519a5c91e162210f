/** What main accepts from a window (architecture decision 1): one schema a call, parsed once, there. */
import { z } from "zod";
import type { MessageId, SessionId } from "./ids";

const sessionId = z
  .string()
  .regex(/^ses_[0-9a-f]{14}[0-9A-Za-z]{12}$/, "not a session id")
  .transform((id) => id as SessionId);
const messageId = z
  .string()
  .regex(/^msg_[0-9a-f]{14}[0-9A-Za-z]{12}$/, "not a message id")
  .transform((id) => id as MessageId);

const modelRef = z.strictObject({
  provider_id: z.string().min(1).max(200),
  model_id: z.string().min(1).max(200),
  variant: z.string().max(100).exactOptional(),
});

/** 4 MiB: a pasted book is fine, a runaway loop in a window is not. */
const text = z.string().max(4 * 1024 * 1024, "the message is longer than 4 million characters");
const messageText = text.refine((value) => value.trim() !== "", "the message is empty");
const title = z.string().trim().min(1, "the title is empty").max(500, "the title is too long");
const none = z.undefined().or(z.strictObject({}));
const session = z.strictObject({ session_id: sessionId });

export const schemas = {
  "app.info": none,
  /** Remembers which session this window shows (SE-9); a session to be is null and may have its folder already. */
  "app.show": z.strictObject({
    session_id: sessionId.nullable(),
    workspace_root: z.string().max(4096).exactOptional(),
  }),
  "app.new_window": none,
  "session.create": z.strictObject({
    text: messageText.optional(),
    model: modelRef.optional(),
    workspace_root: z.string().max(4096).optional(),
    title: title.optional(),
  }),
  "session.list": z.strictObject({
    limit: z.int().min(1).max(200),
    before: z.strictObject({ updated_at: z.int(), id: sessionId }).optional(),
    archived: z.boolean().optional(),
    workspace_root: z.string().max(4096).optional(),
  }),
  "session.read": session,
  "session.messages": z.strictObject({
    session_id: sessionId,
    before: messageId,
    limit: z.int().min(1).max(200),
  }),
  "session.rename": z.strictObject({ session_id: sessionId, title }),
  "session.archive": session,
  "session.unarchive": session,
  "session.send": z.strictObject({ session_id: sessionId, text: messageText, model: modelRef.optional() }),
  "session.abort": session,
  "session.resume": session,
  "session.status": session,
  /** `null` is the draft of a session that does not exist yet. */
  "draft.save": z.strictObject({ session_id: sessionId.nullable(), text }),
  "draft.read": z.strictObject({ session_id: sessionId.nullable() }),
} as const;

export const attachRequest = z.strictObject({ session_id: sessionId, feed_id: z.string().min(1).max(64) });
export const feedAck = z.strictObject({ ack: z.int().min(0) });
