/** The picked model of a thread (RN-2, MS-1). Without one the session's latest model answers, else the model of the settings. */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";

interface ModelChoiceState {
  /** The picked model with its thinking level, until a message is sent with it. Dropped when the thread opens another session. */
  picked: ModelRef | undefined;
  /** The agent that was picked for a session which is still to be made (AG-8). */
  agent: string | undefined;
  /** The thinking level of the agent that answers next: it stands for the default levels of all models (AG-8). */
  agent_level: string | undefined;
  /** The open list: of models, of thinking levels, or of agents. */
  open: "models" | "levels" | "agents" | undefined;
}

/** The model that is picked in one thread. */
export class PickedModel {
  readonly store: StoreApi<ModelChoiceState> = createStore<ModelChoiceState>(() => ({
    picked: undefined,
    agent: undefined,
    agent_level: undefined,
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

  get agentLevel(): string | undefined {
    return this.store.getState().agent_level;
  }

  takeAgentLevel(agent_level: string | undefined): void {
    this.store.setState({ agent_level });
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

/**
 * A model at the thinking level of the agent (AG-8), if it takes that; else at its default level (MS-1), as the core sends it where nothing
 * was picked.
 */
export function withUsualLevel(
  ref: ModelRef,
  models: readonly ModelChoice[],
  agent_level: string | undefined,
): ModelRef {
  const { provider_id, model_id } = ref;
  const choice = models.find((one) => isSameModel(one.ref, ref));
  const level = choice?.thinking?.find((one) => one === agent_level) ?? choice?.default_thinking;
  return { provider_id, model_id, ...(level === undefined ? {} : { variant: level }) };
}
