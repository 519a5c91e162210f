/** The use of the main thread's window by the model that will answer next (TK-3), for the meter and for the warning. */

import { useEffect } from "react";
import { useStore } from "zustand";
import type { ContextBreakdown } from "../../../src-preload/contract/domain/context";
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { appInfo } from "../../platform/app-info";
import { choiceOf } from "../../thread/model/cost";
import { isSameModel } from "../../thread/model/model-choice";
import { mainThread } from "../../thread/thread";
import { type ContextUse, contextUse } from "./context";
import { draftSize } from "./draft-size";
import { useLastStep } from "./last-step";
import { countParts, subjectOf, usageView } from "./usage-state";

export interface UseOfContext {
  use: ContextUse;
  /** The parts of the number; absent until they are counted. */
  breakdown: ContextBreakdown | undefined;
}

/** The count of a step, for the model that will answer next. */
function stepCount(step: MessageMetadata | undefined, wanted: ModelRef) {
  const { context_tokens, estimated = false, model } = step ?? {};
  if (context_tokens === undefined) return undefined;
  return {
    tokens: context_tokens,
    estimated: estimated || (model !== undefined && !isSameModel(wanted, model)),
  };
}

/** Undefined where there is no number. */
export function useContextUse(): UseOfContext | undefined {
  const view = useStore(mainThread.drawn, (state) => state.view);
  const picked = useStore(mainThread.model.store, (state) => state.picked);
  const info = useStore(appInfo, (state) => state.info);
  const draft = useStore(draftSize, (state) => state.tokens);
  const counted = useStore(usageView, (state) => state.counted);
  const step = useLastStep(view);
  if (view === undefined || info === undefined) return undefined;
  const { billing, session } = view;
  const wanted = picked ?? session.model ?? info.default_model;
  const isSwitched = session.model !== undefined && !isSameModel(wanted, session.model);
  const isNow = counted?.of === subjectOf(session.id, billing, wanted, step);
  const breakdown = isNow ? counted.breakdown : undefined;
  const measured = breakdown ?? stepCount(step, wanted);
  const use = contextUse(billing, choiceOf(info.models, wanted), isSwitched, measured, draft);
  return use && { use, breakdown };
}

/** Counts the parts while they are shown, and a conversation for the model that was picked for it. */
export function useCounting(): void {
  const view = useStore(mainThread.drawn, (state) => state.view);
  const picked = useStore(mainThread.model.store, (state) => state.picked);
  const open = useStore(usageView, (state) => state.open);
  const wanted = picked ?? view?.session.model;
  const isSwitched =
    wanted !== undefined && view?.session.model !== undefined && !isSameModel(wanted, view.session.model);
  const isNeeded = view !== undefined && wanted !== undefined && (open || isSwitched);
  const step = useLastStep(view);
  const subject = isNeeded ? subjectOf(view.session.id, view.billing, wanted, step) : undefined;
  const id = view?.session.id;
  useEffect(() => {
    if (subject !== undefined && id !== undefined && wanted !== undefined) countParts(id, subject, wanted);
  }, [subject, id, wanted]);
}
