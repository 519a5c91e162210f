/**
 * A switch to a model whose window cannot take the conversation, even with a summary, or because no summary came (MS-3): the session goes
 * back to its model before.
 */

import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Models } from "../ports/models";
import { say } from "../say";
import type { Outcome } from "./finalise";
import { hasSaid, type TurnContext, type TurnDeps } from "./turn-context";

/** Tells a turn that found no room after a switch as a failed switch. Returns any other outcome as it is. */
export function switchFailed(
  { models }: Pick<TurnDeps, "models">,
  turn: TurnContext,
  outcome: Outcome,
): Outcome {
  const { model, model_before: back_to } = turn;
  const { error, no_room } = outcome;
  // An answer that has begun has outgrown the window by itself.
  if (error === undefined || !no_room || back_to === undefined || hasSaid(turn)) return outcome;
  if (!hasMoreRoom(models, back_to, model)) return outcome;
  const { code } = error;
  const hint = say("compaction.switch-failed.hint", { model: model.model_id, before: back_to.model_id });
  // The reason why no summary came is worth knowing.
  const message =
    code === "CONTEXT_TOO_LARGE"
      ? say("compaction.switch-failed.message", { model: model.model_id })
      : error.message;
  return { ...outcome, back_to, error: { code, message, hint } };
}

/** Returns true for another model with a larger window, which can be asked now. A window that nobody knows may be larger. */
function hasMoreRoom(models: Pick<Models, "resolve">, other: ModelRef, than: ModelRef): boolean {
  if (other.provider_id === than.provider_id && other.model_id === than.model_id) return false;
  try {
    const [{ context_limit: more = Infinity }, { context_limit: less = 0 }] = [
      models.resolve(other),
      models.resolve(than),
    ];
    return more > less;
  } catch {
    return false;
  }
}
