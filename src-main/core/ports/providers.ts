/** The calls of a window about providers and their keys. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type {
  KeyEntry,
  LocalServer,
  ModelEdit,
  ProviderEdit,
  ProvidersView,
  TestResult,
  VariableConfirmation,
} from "../../../src-preload/contract/domain/providers";

/** Each throws BraidError `INVALID_INPUT` for what cannot be, `SETTINGS_UNAVAILABLE` where the disk does not take it. */
export interface Providers {
  view(): ProvidersView;
  save(input: ProviderEdit): Promise<void>;
  remove(provider_id: string): Promise<void>;
  saveModel(input: ModelEdit): Promise<void>;
  setDefault(input: { model: ModelRef }): Promise<void>;
  setKey(input: KeyEntry): Promise<void>;
  removeKey(provider_id: string): Promise<void>;
  /** Lets the variable that `settings.json` names go to the provider's address. @throws `INVALID_INPUT` where that is not what waits for it. */
  confirmVariable(input: VariableConfirmation): Promise<void>;
  /** Never throws for what the provider did: that is the answer. */
  test(provider_id: string): Promise<TestResult>;
  /** @throws BraidError with what the provider did. */
  refreshModels(provider_id: string): Promise<void>;
  cancel(provider_id: string): void;
  findLocal(): Promise<LocalServer[]>;
}
