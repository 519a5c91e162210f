/** Pruning by the user's hand (PR-2, PR-3): outputs of tools that the model reads in part, or not at all. */

import * as z from "zod/mini";
import type { Freed } from "../../domain/pruning";
import { messageId, session, sessionId } from "../fields";

export interface PruneOutputs {
  "prune.plan": Freed;
  "prune.do": Freed;
  "prune.back": undefined;
}

export const pruneSchemas = {
  /** Tells what `prune.do` would free now. */
  "prune.plan": session,
  "prune.do": session,
  /** Lets the model read an output again. `index` is that of the part in its message. */
  "prune.back": z.strictObject({
    session_id: sessionId,
    message_id: messageId,
    index: z.int().check(z.minimum(0)),
  }),
} as const;
