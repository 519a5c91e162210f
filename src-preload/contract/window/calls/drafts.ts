/** Texts that are not sent yet (QU-2), each in its place. A draft belongs to the calling window. */
import * as z from "zod/mini";
import type { PlacedDraft } from "../../domain/drafts";
import { LONGEST_DRAFT } from "../../domain/limits";
import { attachments, draftPlace, modelRef, sessionId } from "../fields";
import { agentName } from "./agents";

export interface DraftOutputs {
  "draft.save": undefined;
  "draft.read": PlacedDraft[];
}

export const draftSchemas = {
  /** Replaces this window's draft in this place. A draft without text, files and choices is deleted. */
  "draft.save": z.strictObject({
    place: draftPlace,
    text: z.string().check(z.maxLength(LONGEST_DRAFT, "the draft is too long to be kept")),
    model: z.exactOptional(modelRef),
    agent: z.exactOptional(agentName),
    as_of: z.exactOptional(z.int()),
    attachments: z.exactOptional(attachments),
  }),
  /** This window's drafts in a session. Without any, the window takes over those that a closed window has left there. */
  "draft.read": z.strictObject({ session_id: z.nullable(sessionId) }),
} as const;
