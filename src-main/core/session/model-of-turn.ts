/** The model of a turn (RN-2): the only place that chooses one. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { Models } from "../ports/models";

/** `own`: the message's own choice. Else the session's latest, else that of its folder or of all, as the settings have it. */
export function modelOfTurn(
  models: Pick<Models, "default_model">,
  session: Pick<SessionSummary, "model" | "workspace_root">,
  own: ModelRef | undefined,
): ModelRef {
  return own ?? session.model ?? models.default_model(session.workspace_root);
}
