/** Texts that are written and not sent (QU-2), each in its place. A draft is the calling window's. */
import { z } from "zod";
import type { PlacedDraft } from "../../domain/drafts";
import { LONGEST_DRAFT } from "../../domain/limits";
import { draftPlace, modelRef, sessionId } from "../fields";

export interface DraftOutputs {
  "draft.save": undefined;
  "draft.read": PlacedDraft[];
}

export const draftSchemas = {
  /** Replaces what this window kept in this place; a draft without text and model is done with. */
  "draft.save": z.strictObject({
    place: draftPlace,
    text: z.string().max(LONGEST_DRAFT, "the draft is too long to be kept"),
    model: modelRef.exactOptional(),
    as_of: z.int().exactOptional(),
  }),
  /** This window's drafts in a session, else those a closed window has left there: these are this window's from now on. */
  "draft.read": z.strictObject({ session_id: sessionId.nullable() }),
} as const;
