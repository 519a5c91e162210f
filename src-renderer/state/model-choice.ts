/** Which model the next message goes to (RN-2, MS-1): what was picked here, else what the session used last, else what the settings say. */
import { createStore } from "zustand/vanilla";
import type { ModelRef } from "../../src-preload/contract/types";

interface ModelChoiceState {
  /** What was picked and has not been sent with yet, thinking level included; one pick for the window, dropped when another session is opened. */
  picked: ModelRef | undefined;
  /** The list that is open: of models, or of how much to think. */
  open: "models" | "levels" | undefined;
}

export const modelChoice = createStore<ModelChoiceState>(() => ({ picked: undefined, open: undefined }));

export const pickModel = (picked: ModelRef | undefined): void => modelChoice.setState({ picked });
export const setModelListOpen = (open: boolean): void =>
  modelChoice.setState({ open: open ? "models" : undefined });
export const setLevelListOpen = (open: boolean): void =>
  modelChoice.setState({ open: open ? "levels" : undefined });

/** One string for a model, whatever its thinking level. */
export const modelKey = ({ provider_id, model_id }: ModelRef): string => `${provider_id}/${model_id}`;

export const isSameModel = (a: ModelRef, b: ModelRef): boolean => modelKey(a) === modelKey(b);
