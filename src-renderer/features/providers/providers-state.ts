/**
 * The state of the providers, and of the questions asked of them here. Every call answers with the new state; this window guesses nothing.
 */

import { createStore } from "zustand/vanilla";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type {
  Keeping,
  LocalServer,
  ProvidersView,
  ProviderType,
} from "../../../src-preload/contract/domain/providers";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import type { CallInput } from "../../../src-preload/contract/window/calls";
import { call, toErrorInfo } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { latest } from "../../platform/latest";
import { once } from "../../platform/once";
import type { Preset } from "./presets";

/** The outcome of an action, in words. */
export interface Outcome {
  ok: boolean;
  message: Sentence;
  hint?: Sentence | undefined;
  /** Words of a server that are no sentence. */
  details?: string | undefined;
}

interface ProvidersState {
  /** Undefined until main has answered. */
  view: ProvidersView | undefined;
  /** Undefined while main looks for them. */
  local: readonly LocalServer[] | undefined;
  /** The provider whose details are open. */
  open: string | undefined;
  /** The kind of provider whose form to add one is open. */
  adding: Preset | undefined;
  /** The question under way for each provider, as a sentence. */
  asking: Readonly<Record<string, string>>;
  /** The outcome of the last question to each provider. */
  outcomes: Readonly<Record<string, Outcome>>;
  /** True while a key of the first run is being tried, or was refused and can be corrected there. */
  beginning: boolean;
  /** The failure of the last change, shown on the whole page. */
  failure: ErrorInfo | undefined;
}

export const providersState = createStore<ProvidersState>(() => ({
  view: undefined,
  local: undefined,
  open: undefined,
  adding: undefined,
  asking: {},
  outcomes: {},
  beginning: false,
  failure: undefined,
}));

const { getState, setState } = providersState;

const without = <T>(record: Readonly<Record<string, T>>, id: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));

const failed = (error: unknown): Outcome => {
  const { message, hint, details } = toErrorInfo(error);
  return { ok: false, message, hint, details };
};

export const setOpen = (id: string): void => setState({ open: id });

export const toggleOpen = (id: string): void =>
  setState(({ open }) => ({ open: open === id ? undefined : id }));

export const setAdding = (change: (now: Preset | undefined) => Preset | undefined): void =>
  setState(({ adding }) => ({ adding: change(adding) }));

/** Every answer has the state of all providers; the newest one counts. */
const views = latest();

export async function loadProviders(): Promise<void> {
  try {
    await views(
      () => call("providers.list", undefined),
      (view) => setState({ view }),
    );
  } catch (error) {
    setState({ failure: toErrorInfo(error) });
  }
}

const servers = latest();

export async function findLocal(): Promise<void> {
  setState({ local: undefined });
  await servers(
    () => call("providers.find_local", undefined).catch(() => []),
    (local) => setState({ local }),
  );
}

type Change =
  | "providers.save"
  | "providers.remove"
  | "providers.save_model"
  | "providers.set_default"
  | "providers.set_key"
  | "providers.remove_key"
  | "providers.confirm_variable";

/** The changes under way. Questions asked meanwhile wait for them. */
let changes: Promise<unknown> = Promise.resolve();

/** Makes a change and stores the state after it. @throws CallError */
async function must<N extends Change>(name: N, input: CallInput<N>): Promise<void> {
  const changing = call(name, input);
  changes = Promise.allSettled([changes, changing]);
  await views(
    () => changing,
    (view) => setState({ view, failure: undefined }),
  );
  // An overtaken change may have failed all the same.
  await changing;
}

/** Makes a change once, and shows its failure on the page. Returns true if this call has made it. */
export async function change<N extends Change>(name: N, input: CallInput<N>): Promise<boolean> {
  let isDone = false;
  try {
    await once(`${name} ${JSON.stringify(input)}`, async () => {
      await must(name, input);
      isDone = true;
    });
  } catch (error) {
    setState({ failure: toErrorInfo(error) });
  }
  return isDone;
}

export const setBeginning = (beginning: boolean): void => setState({ beginning });

async function ask(id: string, sentence: string, question: () => Promise<Outcome>): Promise<Outcome> {
  setState(({ asking, outcomes }) => ({
    asking: { ...asking, [id]: sentence },
    outcomes: without(outcomes, id),
  }));
  await changes;
  const outcome = await question().catch(failed);
  setState(({ asking, outcomes }) => ({
    asking: without(asking, id),
    outcomes: { ...outcomes, [id]: outcome },
  }));
  return outcome;
}

export const test = (provider_id: string): Promise<Outcome> =>
  ask(provider_id, t("providers:testing", { id: provider_id }), () =>
    call("providers.test", { provider_id }),
  );

async function refreshed(provider_id: string): Promise<Outcome> {
  const view = await call("providers.refresh_models", { provider_id });
  setState({ view });
  const count = view.providers.find(({ id }) => id === provider_id)?.models.length ?? 0;
  return { ok: true, message: t("providers:refreshed", { count }) };
}

export const refresh = (provider_id: string): Promise<Outcome> =>
  ask(provider_id, t("providers:refreshing", { id: provider_id }), () => refreshed(provider_id));

/** Asks for a provider's models, then makes a call with the key, because many providers list their models without one. */
async function tried(provider_id: string): Promise<Outcome> {
  try {
    await refreshed(provider_id);
  } catch (error) {
    // Servers of a single model often have no list; the call decides.
    if (toErrorInfo(error).code !== "PROVIDER_NOT_FOUND") throw error;
  }
  return await call("providers.test", { provider_id });
}

/** Tests a provider. If the guide was the default until now, the suggested model of a provider that answers takes its place. */
export async function tryProvider(id: string, withKey: boolean): Promise<Outcome> {
  const sentence = t(withKey ? "providers:testing" : "providers:refreshing", { id });
  const outcome = await ask(id, sentence, () => (withKey ? tried(id) : refreshed(id)));
  const { view } = getState();
  const model_id = view?.providers.find((provider) => provider.id === id)?.suggested;
  if (outcome.ok && view?.default_model.provider_id === "builtin" && model_id !== undefined)
    // If the model cannot be the default, its own line says why.
    await must("providers.set_default", { model: { provider_id: id, model_id } }).catch(() => undefined);
  return outcome;
}

export const cancel = (provider_id: string): void => {
  void call("providers.cancel", { provider_id }).catch(() => undefined);
};

export interface NewProvider {
  id: string;
  type: ProviderType;
  base_url: string | null;
  /** An empty text means no key. */
  key: string;
  keep: Keeping;
}

/**
 * Sets up a provider: stores its entry and key, loads its models, and tries the key. A provider that does not answer is set up too, and the
 * outcome says so. @throws CallError if it could not be set up
 */
export async function addProvider({ id, type, base_url, key, keep }: NewProvider): Promise<Outcome> {
  await must("providers.save", { id, type, base_url, create: true });
  if (key !== "") await must("providers.set_key", { provider_id: id, key, keep });
  setState({ open: id });
  return await tryProvider(id, key !== "");
}
