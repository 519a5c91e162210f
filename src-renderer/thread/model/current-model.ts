/** The model the next message goes to (RN-2), and the models there are to choose from. */

import { useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";
import type { AppInfo } from "../../../src-preload/contract/window/calls";
import { appInfo } from "../../platform/app-info";
import { t } from "../../platform/language/language";
import { type Thread, useThread, useThreadDrawn } from "../thread";
import type { SessionViewState } from "../view/session-view";
import { isSameModel, modelKey } from "./model-choice";
import { findModels, withLevelOf } from "./model-groups";

const NONE: readonly ModelChoice[] = [];
const NO_FAVOURITES: readonly ModelRef[] = [];

/** RN-2, as the core decides it: what waits before it is sent before it, and its model is the session's then. */
function modelOf(
  { view, queue, workspace_root = view?.session.workspace_root }: SessionViewState,
  picked: ModelRef | undefined,
  info: AppInfo | undefined,
): ModelRef | undefined {
  const before = queue.items.findLast((item) => item.model !== undefined)?.model;
  const ofFolder = workspace_root === undefined ? undefined : info?.workspace_models[workspace_root];
  return picked ?? before ?? view?.session.model ?? ofFolder ?? info?.default_model;
}

export const currentModel = ({ view, model }: Thread): ModelRef | undefined =>
  modelOf(view.getState(), model.picked, appInfo.getState().info);

export function useCurrentModel(): ModelRef | undefined {
  const info = useStore(appInfo, (state) => state.info);
  const thread = useThread();
  useThreadDrawn((state) => state.view?.session);
  useThreadDrawn((state) => state.queue);
  useThreadDrawn((state) => state.workspace_root);
  const picked = useStore(thread.model.store, (state) => state.picked);
  const left = useThreadDrawn((state) => state.left);
  const current = modelOf(thread.drawn.getState(), picked, info);
  // The pick of a session that is left goes at once: what is seen stays until all of it is another's.
  const seen = useRef(current);
  if (!left) seen.current = current;
  return seen.current;
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

/** The choice that the current model is; undefined where the settings no longer have it. */
function currentChoice(thread: Thread): ModelChoice | undefined {
  const current = currentModel(thread);
  return appInfo
    .getState()
    .info?.models.find(({ ref }) => current !== undefined && isSameModel(ref, current));
}

const favourites = () => appInfo.getState().info?.favourite_models ?? NO_FAVOURITES;

export const models = (): readonly ModelChoice[] => appInfo.getState().info?.models ?? NONE;

/** The one model of that name, or the first that is found by it and can be used. */
export function modelNamed(thread: Thread, name: string): ModelRef | undefined {
  const usable = models().filter(({ unavailable }) => unavailable === undefined);
  const exact = usable.find(({ ref, label }) => [ref.model_id, modelKey(ref), label].includes(name));
  const found = exact ?? findModels(usable, favourites(), name).groups[0]?.items[0];
  return found && withLevelOf(currentModel(thread), found);
}

/** Takes it for the next message; false where there is none. */
export function chooseModelNamed(thread: Thread, name: string): boolean {
  const found = modelNamed(thread, name);
  if (found !== undefined) thread.model.pick(found);
  return found !== undefined;
}

/** How much the current model may be asked to think; none where it takes no level. */
export const levels = (thread: Thread): readonly string[] => currentChoice(thread)?.thinking ?? [];

/** MS-1: of the next turn, and carried forward. `off` leaves it to the model. A level that it does not take changes nothing. */
export function setLevel(thread: Thread, level: string): void {
  const current = currentModel(thread);
  if (current === undefined) return;
  const { provider_id, model_id } = current;
  if (level === "off") thread.model.pick({ provider_id, model_id });
  else if (levels(thread).includes(level)) thread.model.pick({ provider_id, model_id, variant: level });
}

export const useFavourites = (): readonly ModelRef[] =>
  useStore(appInfo, (state) => state.info?.favourite_models ?? NO_FAVOURITES);

/** The known facts of the model that the next message goes to. */
export function useChoice(): ModelChoice | undefined {
  const models = useModels();
  const current = useCurrentModel();
  return models.find(({ ref }) => current !== undefined && isSameModel(ref, current));
}

export function useModels(): readonly ModelChoice[] {
  const models = useStore(appInfo, (state) => state.info?.models ?? NONE);
  const current = useCurrentModel();
  return useMemo(() => withCurrent(models, current), [models, current]);
}
