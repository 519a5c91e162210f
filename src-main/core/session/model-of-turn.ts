/** The model of a turn (RN-2): the only place that chooses one. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { Models } from "../ports/models";

/**
 * `own` is the message's own choice. Without one the session's latest model answers, else the settings' model for its folder or for all.
 */
export function modelOfTurn(
  models: Pick<Models, "default_model">,
  session: Pick<SessionSummary, "model" | "workspace_root">,
  own: ModelRef | undefined,
): ModelRef {
  return own ?? session.model ?? models.default_model(session.workspace_root);
}
