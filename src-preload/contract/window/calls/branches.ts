/** Branches, sidecars and the trash (BR, DB-10). */

import * as z from "zod/mini";
import type { BranchLinks, FamilyMember, SharedBeginning, Sidecar } from "../../domain/branches";
import type { SessionSummary } from "../../domain/sessions";
import type { TrashPage } from "../../domain/trash";
import { messageId, modelRef, session, sessionId, takeAlong } from "../fields";

export interface BranchOutputs {
  "branch.create": SessionSummary;
  "branch.with_model": SessionSummary;
  "branch.family": FamilyMember[];
  "branch.links": BranchLinks;
  "branch.shared": SharedBeginning;
  "sidecar.open": SessionSummary;
  "sidecar.list": Sidecar[];
  "sidecar.show": undefined;
  "sidecar.close": undefined;
  "sidecar.promote": SessionSummary;
  "trash.put": undefined;
  "trash.restore": SessionSummary;
  "trash.list": TrashPage;
  "trash.remove": undefined;
  "trash.empty": undefined;
}

export const branchSchemas = {
  /**
   * BR-1; `settled` allows it during a run, from a message before the running turn (BR-2). With `take_along` what comes after the message
   * is summed up first (RW-8); `compaction.cancel` of the parent stops that, and refuses the branch.
   */
  "branch.create": z.strictObject({
    parent_session_id: sessionId,
    from_message_id: messageId,
    settled: z.optional(z.boolean()),
    take_along: takeAlong,
  }),
  /** BR-5: a branch before a question, summarised for this model's window as far as that needs it. The question becomes its draft. */
  "branch.with_model": z.strictObject({ session_id: sessionId, message_id: messageId, model: modelRef }),
  /** All descendants of the oldest ancestor, oldest first. */
  "branch.family": session,
  /** BR-3: the links to the parent and to the branches. */
  "branch.links": session,
  /** Compares any two sessions; unrelated ones have nothing in common. */
  "branch.shared": z.strictObject({ a: sessionId, b: sessionId }),
  /** BR-4: opens a new sidecar in the place of another, from the last settled message or from an earlier one. */
  "sidecar.open": z.strictObject({ session_id: sessionId, from_message_id: z.exactOptional(messageId) }),
  /** The sidecars of a session, oldest first, closed ones too. */
  "sidecar.list": session,
  "sidecar.show": session,
  "sidecar.close": session,
  /** The sidecar becomes a branch. */
  "sidecar.promote": session,
  "trash.put": session,
  "trash.restore": session,
  /** Newest first. */
  "trash.list": z.strictObject({
    limit: z.int().check(z.minimum(1), z.maximum(200)),
    before: z.exactOptional(z.strictObject({ deleted_at: z.int(), id: sessionId })),
  }),
  /** Removes a session for good. */
  "trash.remove": session,
  /** Removes the sessions that were deleted up to `through`, which are those that the user has seen. Without it: all that are there now. */
  "trash.empty": z.strictObject({ through: z.exactOptional(z.int()) }),
} as const;
