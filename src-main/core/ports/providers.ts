/** What a window may do with providers and their keys. */
import type { CallInput } from "../../../src-preload/contract/calls";
import type { LocalServer, ProvidersView, TestResult } from "../../../src-preload/contract/calls/providers";

/** Each throws BraidError `INVALID_INPUT` for what cannot be, `SETTINGS_UNAVAILABLE` where the disk does not take it. */
export interface Providers {
  view(): ProvidersView;
  save(input: CallInput<"providers.save">): Promise<void>;
  remove(provider_id: string): Promise<void>;
  saveModel(input: CallInput<"providers.save_model">): Promise<void>;
  setDefault(input: CallInput<"providers.set_default">): Promise<void>;
  setKey(input: CallInput<"providers.set_key">): Promise<void>;
  removeKey(provider_id: string): Promise<void>;
  /** Lets the variable that `settings.json` names go to the provider's address. @throws `INVALID_INPUT` where that is not what waits for it. */
  confirmVariable(input: CallInput<"providers.confirm_variable">): Promise<void>;
  /** Never throws for what the provider did: that is the answer. */
  test(provider_id: string): Promise<TestResult>;
  /** @throws BraidError with what the provider did. */
  refreshModels(provider_id: string): Promise<void>;
  cancel(provider_id: string): void;
  findLocal(): Promise<LocalServer[]>;
}
