/** The models of the app: those of the settings, those whose key is in the environment, and the built-in guide. */

import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelChoice, ModelRef, ThinkingLevel } from "../../src-preload/contract/domain/models";
import type { Sentence } from "../../src-preload/contract/domain/sentence";
import { BraidError } from "../core/braid-error";
import { log } from "../core/log";
import type { Models, ResolvedModel } from "../core/ports/models";
import { knownModel } from "./catalogue/catalogue";
import { factsOf, type ModelFacts } from "./catalogue/model-facts";
import { leftOutProvider, noModel, noProvider, noThinkingLevel } from "./catalogue/not-found";
import { sideModels } from "./catalogue/small-model";
import { defaultLevel, levelsOf } from "./catalogue/thinking-levels";
import { english, type Speech } from "./guide/speech";
import { isWaitedFor, originOf } from "./providers/addresses";
import { findCredential } from "./providers/credentials";
import type { Environment } from "./providers/provider-entry";
import {
  GUIDE,
  isListed,
  listProviders,
  offeredModels,
  type Provider,
  type Sources,
} from "./providers/provider-list";
import { lazyModel } from "./wire/lazy-model";

/** `BRAID_GUIDE_WORDS_PER_SECOND` in the environment sets the guide's pace. */
export interface ModelsOptions extends Sources {
  /** The guide answers from its `handbook` folder. */
  resources_dir: string;
  /** The guide speaks English without it. */
  speech?: Speech;
  /** Hears of a change about models that is no setting. */
  onChange?(): void;
}

export function createModels(options: ModelsOptions): Models {
  const { resources_dir, speech = english, onChange = () => undefined, ...sources } = options;
  const { settings, env, secrets } = sources;
  const guide = lazyModel(namesOf(GUIDE), async () => {
    const { createGuideModel } = await import("./guide/guide-model");
    return createGuideModel({ resources_dir, words_per_second: guidePace(env), speech });
  });
  /** Names of models that refuse what they are asked beside turns. */
  const refused = new Set<string>();
  const madeFor = cacheUntilChanged<LanguageModelV3>(() => [settings.providers(), secrets.revision()]);

  function resolve(ref: ModelRef): ResolvedModel {
    return resolveAmong(listProviders(sources), ref);
  }

  function resolveAmong(providers: readonly Provider[], ref: ModelRef): ResolvedModel {
    const provider = providers.find(({ id }) => id === ref.provider_id);
    if (provider === undefined) {
      const left_out = settings.left_out_providers().includes(ref.provider_id);
      throw left_out ? leftOutProvider(ref.provider_id) : noProvider(ref.provider_id, providers);
    }
    // A list in the settings is complete. Without a list any id may be asked for.
    if (provider.models.length > 0 && !isListed(provider, ref.model_id)) throw noModel(ref, providers);
    const limits = limitsOf(factsOf(provider, ref.model_id));
    if (provider.type === "builtin") return { ref, language_model: guide, counts_words: true, ...limits };
    const nearby: Pick<ResolvedModel, "nearby"> = isWaitedFor(provider) ? { nearby: true } : {};
    const language_model = madeFor(JSON.stringify([ref.provider_id, ref.model_id, ref.variant]), () =>
      connect(provider, ref, sources, onChange),
    );
    return { ref, language_model, ...nearby, ...limits };
  }

  function choice(providers: readonly Provider[], ref: ModelRef): ModelChoice {
    const { provider_id, model_id } = ref;
    const provider = providers.find(({ id }) => id === provider_id);
    const unavailable = whyNot(() => resolveAmong(providers, ref));
    const { reserve_tokens, auto } = settings.compaction(ref);
    const level = provider && defaultLevel(provider, model_id, settings.default_model());
    return {
      ref,
      label: isGuide(ref) ? speech.words("name") : labelOf(ref),
      offline: provider_id === GUIDE.provider_id,
      reserve_tokens,
      ...(auto ? {} : { kept_whole: true }),
      ...(provider === undefined ? {} : factsOf(provider, model_id)),
      ...(level === undefined ? {} : { default_thinking: level }),
      ...(unavailable === undefined ? {} : { unavailable }),
    };
  }

  const default_model = (workspace_root?: string) =>
    (workspace_root === undefined ? undefined : settings.workspace_model(workspace_root)) ??
    settings.default_model() ??
    GUIDE;
  return {
    default_model,
    with_default_level: ({ provider_id, model_id }) => {
      const provider = listProviders(sources).find(({ id }) => id === provider_id);
      const level = provider && defaultLevel(provider, model_id, settings.default_model());
      return { provider_id, model_id, ...(level === undefined ? {} : { variant: level }) };
    },
    resolve,
    side_models: (beside) => sideModels(listProviders(sources), beside, (ref) => refused.has(nameOf(ref))),
    note_refusal: (ref) => void refused.add(nameOf(ref)),
    choices() {
      const providers = listProviders(sources);
      const choices = providers.flatMap((provider) =>
        offeredModels(provider).map((model_id) => choice(providers, { provider_id: provider.id, model_id })),
      );
      // The default is always a choice, even where no list names it: it may have to say why it cannot be used.
      const { provider_id, model_id } = default_model();
      const listed = choices.some(({ ref }) => ref.provider_id === provider_id && ref.model_id === model_id);
      return listed ? choices : [choice(providers, { provider_id, model_id }), ...choices];
    },
  };
}

/** Makes each thing once, until one of the watched values changes. */
function cacheUntilChanged<T>(watch: () => readonly unknown[]): (name: string, make: () => T) => T {
  let seen = watch();
  const made = new Map<string, T>();
  return (name, make) => {
    const now = watch();
    if (now.some((value, index) => value !== seen[index])) made.clear();
    seen = now;
    const found = made.get(name) ?? make();
    made.set(name, found);
    return found;
  };
}

function connect(provider: Provider, ref: ModelRef, sources: Sources, onChange: () => void): LanguageModelV3 {
  const credential = findCredential(provider, sources);
  if (credential.kind === "missing") {
    throw new BraidError("PROVIDER_AUTH", credential.reason, { hint: credential.hint });
  }
  const level = levelFor(provider, ref);
  const key = credential.kind === "key" ? credential.read() : undefined;
  return lazyModel(namesOf(ref), async () => {
    const [{ createLanguageModel }, { withCallOptions }] = await Promise.all([
      import("./wire/language-models"),
      import("./wire/call-options"),
    ]);
    const model = withCallOptions(
      await createLanguageModel(sources.connections.fetch, provider, ref.model_id, key),
      provider,
      level,
    );
    if (provider.type !== "ollama") return model;
    const { onFirstAnswer } = await import("./wire/first-answer");
    return onFirstAnswer(model, () => noteWindow(provider, ref.model_id, key, sources, onChange));
  });
}

/** Ollama tells the window of a model only while it has loaded it. A failure is no matter of the answer's. */
async function noteWindow(
  provider: Provider,
  model_id: string,
  key: string | undefined,
  { connections, lists }: Sources,
  onChange: () => void,
): Promise<void> {
  try {
    const { loadedWindow } = await import("./providers/server-details");
    const context_limit = await loadedWindow(connections.fetch, provider, key, model_id);
    if (context_limit === undefined) return;
    const window = { id: model_id, context_limit };
    if (await lists.noteWindow(provider.id, originOf(provider) ?? "", window)) onChange();
  } catch (error) {
    log.warn("The window of a loaded model could not be noted:", error);
  }
}

const nameOf = ({ provider_id, model_id }: ModelRef): string => JSON.stringify([provider_id, model_id]);

const namesOf = ({ provider_id, model_id }: ModelRef) => ({ provider: provider_id, modelId: model_id });

function levelFor(provider: Provider, { model_id, variant }: ModelRef): ThinkingLevel | undefined {
  if (variant === undefined) return undefined;
  const levels = levelsOf(provider, model_id);
  const level = levels.find((name) => name === variant);
  if (level === undefined) throw noThinkingLevel(variant, levels);
  return level;
}

/** The facts that the core needs. */
function limitsOf({
  context_limit,
  max_output,
  thinking,
  reads,
  tools,
}: ModelFacts): Pick<ResolvedModel, "context_limit" | "max_output" | "thinks" | "reads" | "tools"> {
  return {
    context_limit,
    ...(max_output === undefined ? {} : { max_output }),
    ...(thinking === undefined ? {} : { thinks: true }),
    ...(reads === undefined ? {} : { reads }),
    ...(tools === undefined ? {} : { tools }),
  };
}

const isGuide = ({ provider_id, model_id }: ModelRef): boolean =>
  provider_id === GUIDE.provider_id && model_id === GUIDE.model_id;

const labelOf = ({ provider_id, model_id }: ModelRef): string =>
  `${knownModel(model_id)?.label ?? model_id} (${provider_id})`;

function whyNot(resolve: () => unknown): Sentence | undefined {
  try {
    resolve();
    return undefined;
  } catch (error) {
    if (error instanceof BraidError) return error.info.message;
    throw error;
  }
}

function guidePace(env: Environment): number {
  const wanted = Number(env.BRAID_GUIDE_WORDS_PER_SECOND);
  return wanted > 0 ? wanted : 60;
}
