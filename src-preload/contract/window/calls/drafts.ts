/** Texts that are not sent yet (QU-2), each in its place. A draft belongs to the calling window. */
import { z } from "zod";
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
    text: z.string().max(LONGEST_DRAFT, "the draft is too long to be kept"),
    model: modelRef.exactOptional(),
    agent: agentName.exactOptional(),
    as_of: z.int().exactOptional(),
    attachments: attachments.exactOptional(),
  }),
  /** This window's drafts in a session. Without any, the window takes over those that a closed window has left there. */
  "draft.read": z.strictObject({ session_id: sessionId.nullable() }),
} as const;
