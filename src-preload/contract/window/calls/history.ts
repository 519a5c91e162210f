/** The user's earlier messages, for the composer that walks through them. */

import * as z from "zod/mini";
import type { HistoryCursor } from "../../domain/sessions";
import { messageId, sessionId } from "../fields";

export interface HistoryOutputs {
  /** Newest first. `next` is absent on the last page. */
  "history.list": { texts: string[]; next?: HistoryCursor };
}

export const historySchemas = {
  /** `null`: the session does not exist yet, so all messages are those of others. */
  "history.list": z.strictObject({
    session_id: z.nullable(sessionId),
    from: z.exactOptional(
      z.strictObject({ in: z.enum(["session", "rest"]), before: z.exactOptional(messageId) }),
    ),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
  }),
} as const;
