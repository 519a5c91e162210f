/** Which model the next message goes to (MS-1): what was picked here, else what the session used last, else the default. */
import { createStore } from "zustand/vanilla";
import type { ModelRef } from "../../src-preload/contract/types";

interface ModelChoiceState {
  /** What was picked and has not been sent with yet; one pick for the window, dropped when another session is opened. */
  picked: ModelRef | undefined;
}

export const modelChoice = createStore<ModelChoiceState>(() => ({ picked: undefined }));

export const pickModel = (picked: ModelRef | undefined): void => modelChoice.setState({ picked });

/** One string for a model, for the value of an option. */
export const modelKey = ({ provider_id, model_id }: ModelRef): string => `${provider_id}/${model_id}`;
