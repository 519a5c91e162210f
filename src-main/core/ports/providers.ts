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

/** Each call throws BraidError `INVALID_INPUT` for an impossible value, `SETTINGS_UNAVAILABLE` where the disk fails. */
export interface Providers {
  view(): ProvidersView;
  save(input: ProviderEdit): Promise<void>;
  remove(provider_id: string): Promise<void>;
  saveModel(input: ModelEdit): Promise<void>;
  setDefault(input: { model: ModelRef }): Promise<void>;
  setKey(input: KeyEntry): Promise<void>;
  removeKey(provider_id: string): Promise<void>;
  /**
   * Allows the variable that `settings.json` names to be sent to the provider's address. @throws `INVALID_INPUT` where another variable or
   * address waits for the user's word
   */
  confirmVariable(input: VariableConfirmation): Promise<void>;
  /** Never throws for a failure of the provider: the result tells it. */
  test(provider_id: string): Promise<TestResult>;
  /** @throws BraidError with the provider's failure. */
  refreshModels(provider_id: string): Promise<void>;
  /**
   * Asks servers on this computer for their models, and others whose list is older than a day. Nobody waits for it: it tells a change, and
   * no failure.
   */
  freshenModels(): Promise<void>;
  cancel(provider_id: string): void;
  findLocal(): Promise<LocalServer[]>;
}
