/** The model the next message goes to (RN-2), and the models there are to choose from. */
import { useMemo } from "react";
import { useStore } from "zustand";
import type { AppInfo } from "../../../src-preload/contract/calls";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/types";
import { t } from "../../language/language";
import { appView } from "../../state/app";
import { isSameModel, modelChoice } from "../../state/model-choice";
import { sessionView } from "../../state/session-view";

const NONE: readonly ModelChoice[] = [];

/** RN-2, as the core decides it. */
function modelOf(info: AppInfo | undefined): ModelRef | undefined {
  const { view } = sessionView.getState();
  return modelChoice.getState().picked ?? view?.session.model ?? info?.default_model;
}

export const currentModel = (): ModelRef | undefined => modelOf(appView.getState().info);

export function useCurrentModel(): ModelRef | undefined {
  const info = useStore(appView, (state) => state.info);
  useStore(sessionView, (state) => state.view?.session);
  useStore(sessionView, (state) => state.workspace_root);
  useStore(modelChoice, (state) => state.picked);
  return modelOf(info);
}

/** The session may have used a model that the settings no longer have: it is shown as what it is. */
export function withCurrent(
  models: readonly ModelChoice[],
  current: ModelRef | undefined,
): readonly ModelChoice[] {
  if (current === undefined || models.some(({ ref }) => isSameModel(ref, current))) return models;
  const { provider_id, model_id } = current;
  const gone = { ref: { provider_id, model_id }, label: model_id, offline: false };
  return [...models, { ...gone, unavailable: t("models:gone") }];
}

export function useModels(): readonly ModelChoice[] {
  const models = useStore(appView, (state) => state.info?.models ?? NONE);
  const current = useCurrentModel();
  return useMemo(() => withCurrent(models, current), [models, current]);
}
