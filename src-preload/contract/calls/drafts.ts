/** What stands in a composer and has not been sent (QU-2). */
import { z } from "zod";
import { sessionId, text } from "../fields";

export interface DraftOutputs {
  "draft.save": undefined;
  "draft.read": string;
}

export const draftSchemas = {
  /** `null` is the draft of a session that does not exist yet. */
  "draft.save": z.strictObject({ session_id: sessionId.nullable(), text }),
  "draft.read": z.strictObject({ session_id: sessionId.nullable() }),
} as const;
