/**
 * Which model is asked beside a turn (titles, summaries): the provider's small one, and where that one refuses for good, the next. A small
 * model of the catalogue may be one that this key, or this gateway, does not serve.
 */

import type { ErrorCode } from "../../../src-preload/contract/domain/errors";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Models } from "../ports/models";
import { classifyFailure } from "./failure";

/** One way to an answer, and the model that it asks. */
export interface Way {
  ref: ModelRef;
  /** Another model is asked after any failure of this one. */
  any_failure?: boolean;
}

interface Asking<Chosen extends Way, Said> {
  /** The models that may be asked, the first choice first. */
  refs: readonly ModelRef[];
  signal: AbortSignal;
  /** Chooses among the models that are left; undefined where none of them can do it. */
  choose(left: readonly ModelRef[]): Chosen | undefined;
  ask(way: Chosen): Promise<Said>;
}

/** Failures that asking the same model again does not mend. True: they are the model's own, if another one answers. */
const REFUSALS: Partial<Record<ErrorCode, boolean>> = {
  MODEL_NOT_FOUND: true,
  PROVIDER_NOT_FOUND: true,
  // The model may refuse this one prompt alone.
  PROVIDER_REJECTED: false,
  PROVIDER_AUTH: true,
  PROVIDER_BAD_STREAM: false,
  CONTEXT_TOO_LARGE: false,
};

/**
 * Asks one model after the other until one answers. A refusal is noted only then: where all refuse, the cause is the key or the account, and
 * the small model is asked again once that is mended. Undefined where no model can do it.
 * @param refused models that have refused already
 * @throws the failure of the last model that was asked; the signal's reason
 */
export async function askWilling<Chosen extends Way, Said>(
  models: Pick<Models, "note_refusal">,
  asking: Asking<Chosen, Said>,
  refused: readonly ModelRef[] = [],
): Promise<Said | undefined> {
  const { refs, signal, choose, ask } = asking;
  const way = refs.length === 0 ? undefined : choose(refs);
  if (way === undefined) return undefined;
  try {
    const said = await ask(way);
    for (const ref of refused) models.note_refusal(ref);
    return said;
  } catch (error) {
    signal.throwIfAborted();
    const is_own = REFUSALS[classifyFailure(error, 0).info.code];
    if (is_own === undefined && way.any_failure !== true) throw error;
    const others = { ...asking, refs: refs.filter((ref) => ref !== way.ref) };
    const said = await askWilling(models, others, is_own ? [...refused, way.ref] : refused);
    if (said === undefined) throw error;
    return said;
  }
}
