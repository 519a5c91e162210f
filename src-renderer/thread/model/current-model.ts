/** The model of the next message (RN-2), and the models to choose from. */

import { useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";
import type { AppInfo } from "../../../src-preload/contract/window/calls";
import { appInfo } from "../../platform/app-info";
import { t } from "../../platform/language/language";
import { type Thread, useThread, useThreadDrawn } from "../thread";
import { isFree, type SessionViewState } from "../view/session-view";
import { isSameModel, modelKey, type PickedModel, withUsualLevel } from "./model-choice";
import { findModels, withLevelOf } from "./model-groups";

const NONE: readonly ModelChoice[] = [];
const NO_FAVOURITES: readonly ModelRef[] = [];

/**
 * RN-2, as the core decides it. Behind waiting messages the next one finds their model as the session's. Past a paused queue it goes out
 * before them.
 */
function modelOf(
  state: SessionViewState,
  { picked, agent_level }: Chosen,
  info: AppInfo | undefined,
): ModelRef | undefined {
  const { view, queue, workspace_root = view?.session.workspace_root } = state;
  const goesOut = isFree(state) && queue.paused !== undefined;
  const before = goesOut ? undefined : queue.items.findLast((item) => item.model !== undefined)?.model;
  const ofFolder = workspace_root === undefined ? undefined : info?.workspace_models[workspace_root];
  if (picked !== undefined) return picked;
  const said = before ?? view?.session.model ?? ofFolder ?? info?.default_model;
  return said && withUsualLevel(said, info?.models ?? NONE, agent_level);
}

type Chosen = Pick<ReturnType<PickedModel["store"]["getState"]>, "picked" | "agent_level">;

export const currentModel = ({ view, model }: Thread): ModelRef | undefined =>
  modelOf(view.getState(), model.store.getState(), appInfo.getState().info);

/**
 * The model that a message names: the picked one, or the one at the agent's thinking level. Undefined where the core chooses, as it does
 * without a window.
 */
export const namedModel = (thread: Thread): ModelRef | undefined =>
  thread.model.picked ?? (thread.model.agentLevel === undefined ? undefined : currentModel(thread));

export function useCurrentModel(): ModelRef | undefined {
  const info = useStore(appInfo, (state) => state.info);
  const thread = useThread();
  useThreadDrawn((state) => state.view?.session);
  useThreadDrawn((state) => state.queue);
  useThreadDrawn(isFree);
  useThreadDrawn((state) => state.workspace_root);
  const picked = useStore(thread.model.store, (state) => state.picked);
  const agent_level = useStore(thread.model.store, (state) => state.agent_level);
  const left = useThreadDrawn((state) => state.left);
  const current = modelOf(thread.drawn.getState(), { picked, agent_level }, info);
  // The picked model is dropped as soon as its session is left: the old one stays visible until the new session is drawn.
  const seen = useRef(current);
  if (!left) seen.current = current;
  return seen.current;
}

/** Adds the current model to a list that no longer has it: the session may have used it before. */
export function withCurrent(
  models: readonly ModelChoice[],
  current: ModelRef | undefined,
): readonly ModelChoice[] {
  if (current === undefined || models.some(({ ref }) => isSameModel(ref, current))) return models;
  const { provider_id, model_id } = current;
  const gone = { ref: { provider_id, model_id }, label: model_id, offline: false, reserve_tokens: 0 };
  return [...models, { ...gone, unavailable: t("models:gone") }];
}

/** The choice of the current model; undefined where the list no longer has it. */
function currentChoice(thread: Thread): ModelChoice | undefined {
  const current = currentModel(thread);
  return appInfo
    .getState()
    .info?.models.find(({ ref }) => current !== undefined && isSameModel(ref, current));
}

const favourites = () => appInfo.getState().info?.favourite_models ?? NO_FAVOURITES;

export const models = (): readonly ModelChoice[] => appInfo.getState().info?.models ?? NONE;

/** The model of exactly that name, else the first usable one that a search for the name finds. */
export function modelNamed(thread: Thread, name: string): ModelRef | undefined {
  const usable = models().filter(({ unavailable }) => unavailable === undefined);
  const exact = usable.find(({ ref, label }) => [ref.model_id, modelKey(ref), label].includes(name));
  const found = exact ?? findModels(usable, favourites(), name).groups[0]?.items[0];
  return found && withLevelOf(thread.model, found);
}

/** Picks the model of that name for the next message. Returns false where there is none. */
export function chooseModelNamed(thread: Thread, name: string): boolean {
  const found = modelNamed(thread, name);
  if (found !== undefined) thread.model.pick(found);
  return found !== undefined;
}

/** The thinking levels of the current model; empty where it takes none. */
export const levels = (thread: Thread): readonly string[] => currentChoice(thread)?.thinking ?? [];

/**
 * MS-1: sets the thinking level of the next message, and of that one alone. `off` leaves the choice to the model. Ignores a level that the
 * model does not take.
 */
export function setLevel(thread: Thread, level: string): void {
  const current = currentModel(thread);
  if (current === undefined) return;
  const { provider_id, model_id } = current;
  if (level === "off") thread.model.pick({ provider_id, model_id });
  else if (levels(thread).includes(level)) thread.model.pick({ provider_id, model_id, variant: level });
}

export const useFavourites = (): readonly ModelRef[] =>
  useStore(appInfo, (state) => state.info?.favourite_models ?? NO_FAVOURITES);

/** The facts of the next message's model. */
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
