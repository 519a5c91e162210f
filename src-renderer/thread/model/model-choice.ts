/** Which model the next message goes to (RN-2, MS-1): what was picked here, else what the session used last, else what the settings say. */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { ModelRef } from "../../../src-preload/contract/domain/models";

interface ModelChoiceState {
  /** Picked, thinking level included, and not sent with yet; dropped when another session is opened. */
  picked: ModelRef | undefined;
  /** The list that is open: of models, or of how much to think. */
  open: "models" | "levels" | undefined;
}

/** The model that is picked in one thread. */
export class PickedModel {
  readonly store: StoreApi<ModelChoiceState> = createStore<ModelChoiceState>(() => ({
    picked: undefined,
    open: undefined,
  }));

  get picked(): ModelRef | undefined {
    return this.store.getState().picked;
  }

  pick(picked: ModelRef | undefined): void {
    this.store.setState({ picked });
  }

  open(list: ModelChoiceState["open"]): void {
    this.store.setState({ open: list });
  }
}

/** One string for a model, whatever its thinking level. */
export const modelKey = ({ provider_id, model_id }: ModelRef): string => `${provider_id}/${model_id}`;

export const isSameModel = (a: ModelRef, b: ModelRef): boolean => modelKey(a) === modelKey(b);
