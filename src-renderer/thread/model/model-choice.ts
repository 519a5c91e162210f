/** The picked model of a thread (RN-2, MS-1). Without one the session's latest model answers, else the model of the settings. */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";

interface ModelChoiceState {
  /** The picked model with its thinking level, until a message is sent with it. Dropped when the thread opens another session. */
  picked: ModelRef | undefined;
  /** The agent that was picked for a session which is still to be made (AG-8). */
  agent: string | undefined;
  /** The open list: of models, of thinking levels, or of agents. */
  open: "models" | "levels" | "agents" | undefined;
}

/** The model that is picked in one thread. */
export class PickedModel {
  readonly store: StoreApi<ModelChoiceState> = createStore<ModelChoiceState>(() => ({
    picked: undefined,
    agent: undefined,
    open: undefined,
  }));

  get picked(): ModelRef | undefined {
    return this.store.getState().picked;
  }

  get agent(): string | undefined {
    return this.store.getState().agent;
  }

  pick(picked: ModelRef | undefined): void {
    this.store.setState({ picked });
  }

  pickAgent(agent: string | undefined): void {
    this.store.setState({ agent });
  }

  open(list: ModelChoiceState["open"]): void {
    this.store.setState({ open: list });
  }
}

/** One string for a model, whatever its thinking level. */
export const modelKey = ({ provider_id, model_id }: ModelRef): string => `${provider_id}/${model_id}`;

export const isSameModel = (a: ModelRef, b: ModelRef): boolean => modelKey(a) === modelKey(b);

/** True for a model that a key would make usable. */
export const lacksKey = ({ unavailable }: ModelChoice): boolean =>
  typeof unavailable === "object" && unavailable.key.startsWith("key.");

/** MS-1: a model at its default thinking level, as the core sends it where nothing was picked. */
export function withDefaultLevel(ref: ModelRef, models: readonly ModelChoice[]): ModelRef {
  const { provider_id, model_id } = ref;
  const level = models.find((choice) => isSameModel(choice.ref, ref))?.default_thinking;
  return { provider_id, model_id, ...(level === undefined ? {} : { variant: level }) };
}
