/** The model of a turn (RN-2): the only place that chooses one. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { Models } from "../ports/models";

/**
 * `own` is the message's own choice, thinking level included. Without one the session's latest model answers, else the settings' model for
 * its folder or for all, at its default thinking level: a level counts for the message that it was chosen for (MS-1).
 */
export function modelOfTurn(
  models: Pick<Models, "default_model" | "with_default_level">,
  session: Pick<SessionSummary, "model" | "workspace_root">,
  own: ModelRef | undefined,
): ModelRef {
  if (own !== undefined) return own;
  if (session.model !== undefined) return models.with_default_level(session.model);
  const chosen = models.default_model(session.workspace_root);
  // The settings may name a level for the default model of a folder.
  return { ...models.with_default_level(chosen), ...chosen };
}
