/** The user's earlier messages, for the composer that walks through them. */

import { z } from "zod";
import type { HistoryCursor } from "../../domain/sessions";
import { messageId, sessionId } from "../fields";

export interface HistoryOutputs {
  /** Newest first. `next` is absent on the last page. */
  "history.list": { texts: string[]; next?: HistoryCursor };
}

export const historySchemas = {
  /** `null`: the session does not exist yet, so all messages are those of others. */
  "history.list": z.strictObject({
    session_id: sessionId.nullable(),
    from: z
      .strictObject({ in: z.enum(["session", "rest"]), before: messageId.exactOptional() })
      .exactOptional(),
    limit: z.int().min(1).max(100),
  }),
} as const;
