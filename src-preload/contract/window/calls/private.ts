/** Saving a private session (SE-10). */
import * as z from "zod/mini";
import type { WhatIsSaved } from "../../domain/private";
import { sessionId } from "../fields";

export interface PrivateOutputs {
  "private.plan": WhatIsSaved;
  "private.save": undefined;
}

export const privateSchemas = {
  "private.plan": z.strictObject({ session_id: sessionId }),
  /** An ordinary window shows the session then, in the place of the one that calls. */
  "private.save": z.strictObject({ session_id: sessionId }),
} as const;
