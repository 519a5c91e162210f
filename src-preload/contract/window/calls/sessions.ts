/** A user's work with sessions (SE-1). */

import * as z from "zod/mini";
import { LONGEST_TITLE } from "../../domain/limits";
import type { FoundInSession, MessagePage, StoredMessage } from "../../domain/messages";
import type { Sent } from "../../domain/requests";
import type { SessionList, SessionStatus, SessionSummary, SessionView } from "../../domain/sessions";
import type { SessionUsage } from "../../domain/usage";
import {
  attachments,
  draft,
  EMPTY,
  isSaid,
  messageId,
  modelRef,
  path,
  session,
  sessionId,
  text,
} from "../fields";
import { agentName } from "./agents";

export interface SessionOutputs {
  "session.create": { session: SessionSummary; message?: StoredMessage };
  "session.list": SessionList;
  "session.read": SessionView;
  "session.messages": MessagePage;
  "session.outline": MessagePage;
  "session.rename": SessionSummary;
  "session.archive": SessionSummary;
  "session.pin": SessionSummary;
  "session.mark_unread": SessionSummary;
  "session.unarchive": SessionSummary;
  "session.send": Sent;
  "session.abort": undefined;
  "session.resume": undefined;
  "session.status": SessionStatus;
  "session.find": FoundInSession;
  "session.copy": undefined;
  "session.usage": SessionUsage;
}

const title = z
  .string()
  .check(z.trim(), z.minLength(1, "the title is empty"), z.maxLength(LONGEST_TITLE, "the title is too long"));

export const sessionSchemas = {
  "session.create": z
    .strictObject({
      text: z.optional(text),
      attachments: z.optional(attachments),
      model: z.optional(modelRef),
      workspace_root: z.optional(path),
      agent: z.optional(agentName),
      title: z.optional(title),
      draft,
    })
    .check(z.refine(isSaid, EMPTY)),
  "session.list": z.strictObject({
    limit: z.int().check(z.minimum(1), z.maximum(200)),
    before: z.exactOptional(z.strictObject({ updated_at: z.int(), id: sessionId })),
    archived: z.exactOptional(z.boolean()),
    workspace_root: z.exactOptional(path),
    /** True: only pinned sessions. False: only the others. */
    pinned: z.exactOptional(z.boolean()),
    /** Words, or parts of words, of the title or of the folder's name, in any order and case, with or without accents. */
    filter: z.exactOptional(z.string().check(z.maxLength(500))),
  }),
  "session.read": session,
  /** The last `limit` messages before one, or fewer: a page ends early when it has become large (8 MiB of parts). */
  "session.messages": z.strictObject({
    session_id: sessionId,
    before: messageId,
    limit: z.int().check(z.minimum(1), z.maximum(200)),
  }),
  /** The same messages without parts and with little metadata (`away`): all that a window needs to know of messages out of view. */
  "session.outline": z.strictObject({
    session_id: sessionId,
    before: messageId,
    limit: z.int().check(z.minimum(1), z.maximum(2000)),
  }),
  "session.rename": z.strictObject({ session_id: sessionId, title }),
  "session.archive": session,
  "session.pin": z.strictObject({ session_id: sessionId, pinned: z.boolean() }),
  "session.mark_unread": z.strictObject({ session_id: sessionId, unread: z.boolean() }),
  "session.unarchive": session,
  /** Answers at once where the session is idle and no waiting message comes first; otherwise the message waits (QU-1). */
  "session.send": z
    .strictObject({
      session_id: sessionId,
      text,
      attachments: z.optional(attachments),
      model: z.optional(modelRef),
      draft,
    })
    .check(z.refine(isSaid, EMPTY)),
  "session.abort": session,
  "session.resume": session,
  "session.status": session,
  /** Searches the visible messages of one session, except the live one. */
  "session.find": z.strictObject({
    session_id: sessionId,
    text: z.string().check(z.minLength(1), z.maxLength(500)),
  }),
  /** Puts messages onto the clipboard, as Markdown: all, or from one message to another, both included. */
  "session.copy": z.strictObject({
    session_id: sessionId,
    from: z.exactOptional(messageId),
    to: z.exactOptional(messageId),
  }),
  /** The usage by model, hidden answers included (TK-4). */
  "session.usage": session,
} as const;
