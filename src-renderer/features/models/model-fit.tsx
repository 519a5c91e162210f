/** Says of a model in the list that the conversation does not fit as it is, before the model is chosen (MS-2, MS-3). */

import { FoldVertical, TriangleAlert } from "lucide-react";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import { useTranslation } from "../../platform/language/use-translation";
import { type Fit, fitOf } from "../../thread/model/fit";
import { useThread, useThreadDrawn } from "../../thread/thread";

type Misfit = Extract<Fit, "summarise" | "too-large">;
const MARKS = { summarise: FoldVertical, "too-large": TriangleAlert } satisfies Record<Misfit, unknown>;

/** Undefined for a model that the conversation fits, that cannot be used, or of which nobody knows. */
export function useMisfit(): (model: ModelChoice) => Misfit | undefined {
  const thread = useThread();
  const tokens = useThreadDrawn(({ view }) => view?.billing.context_tokens);
  return (model) => {
    if (model.unavailable !== undefined) return undefined;
    const fit = fitOf(tokens, model, thread.draftText().length);
    return fit === "summarise" || fit === "too-large" ? fit : undefined;
  };
}

export function FitMark({ misfit }: { misfit: Misfit }) {
  const { t } = useTranslation("models");
  const Mark = MARKS[misfit];
  return <Mark className="model-fit" data-fit={misfit} role="img" aria-label={t(`fit.${misfit}`)} />;
}
