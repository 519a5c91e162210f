/** The name a model goes by wherever a reader meets it: the list's; its id where the list no longer has it. */

import { useStore } from "zustand";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";
import { appInfo } from "../../platform/app-info";
import { modelKey } from "./model-choice";
import { nameInGroup } from "./model-words";

const NONE: readonly ModelChoice[] = [];
/** A long conversation asks for each of its messages, of a list of thousands. */
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
