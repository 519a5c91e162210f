/** The name of a model everywhere in the window: that of the list, else its id. */

import { useStore } from "zustand";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";
import { appInfo } from "../../platform/app-info";
import { modelKey } from "./model-choice";
import { nameInGroup } from "./model-words";

const NONE: readonly ModelChoice[] = [];
/** Names by list: a long conversation asks for each of its messages, and the list may have thousands. */
const known = new WeakMap<readonly ModelChoice[], ReadonlyMap<string, string>>();

function namesOf(models: readonly ModelChoice[]): ReadonlyMap<string, string> {
  const names =
    known.get(models) ?? new Map(models.map((model) => [modelKey(model.ref), nameInGroup(model)]));
  known.set(models, names);
  return names;
}

export function useModelName(): (ref: ModelRef) => string {
  const models = useStore(appInfo, (state) => state.info?.models ?? NONE);
  return (ref) => namesOf(models).get(modelKey(ref)) ?? ref.model_id;
}
