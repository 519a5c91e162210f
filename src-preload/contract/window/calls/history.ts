/** What the user has said, for the composer that walks through it. */

import { z } from "zod";
import type { HistoryCursor } from "../../domain/sessions";
import { messageId, sessionId } from "../fields";

export interface HistoryOutputs {
  /** Newest first. `next` is absent on the last page. */
  "history.list": { texts: string[]; next?: HistoryCursor };
}

export const historySchemas = {
  /** `null`: the session does not exist yet, and all that was said was said in others. */
  "history.list": z.strictObject({
    session_id: sessionId.nullable(),
    from: z
      .strictObject({ in: z.enum(["session", "rest"]), before: messageId.exactOptional() })
      .exactOptional(),
    limit: z.int().min(1).max(100),
  }),
} as const;
