/** The models there are, and one to call: those of the settings, those whose key is in the environment, and the built-in guide. */
import { join } from "node:path";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelChoice, ModelRef } from "../../src-preload/contract/types";
import { BraidError } from "../core/braid-error";
import type { Models, ResolvedModel } from "../core/ports/models";
import { knownModel } from "./catalogue";
import { findCredential } from "./credentials";
import { createGuideModel } from "./guide/guide-model";
import { baseUrlOf, createLanguageModel } from "./language-models";
import { factsOf, type ModelFacts } from "./model-facts";
import { laterType, leftOutProvider, noModel, noProvider, noThinkingLevel } from "./not-found";
import type { Environment, ModelsSettings, ProviderEntry } from "./provider-entry";
import { GUIDE, listProviders, offeredModels } from "./provider-list";
import { levelsOf, withThinking } from "./thinking";

export interface ModelsOptions {
  settings: ModelsSettings;
  /** Keys are looked up here at each call, and kept nowhere else. `BRAID_GUIDE_WORDS_PER_SECOND` sets the guide's pace. */
  env: Environment;
  /** Its `handbook` folder is what the guide answers from. */
  resources_dir: string;
}

export function createModels({ settings, env, resources_dir }: ModelsOptions): Models {
  const guide = createGuideModel({
    handbook_dir: join(resources_dir, "handbook"),
    words_per_second: guidePace(env),
  });
  const madeFor = cacheUntilChanged<LanguageModelV3>(() => settings.providers());

  function resolve(ref: ModelRef): ResolvedModel {
    const providers = listProviders(settings, env);
    const provider = providers.find(({ id }) => id === ref.provider_id);
    if (provider === undefined) {
      const left_out = settings.left_out_providers().includes(ref.provider_id);
      throw left_out ? leftOutProvider(ref.provider_id) : noProvider(ref.provider_id, providers);
    }
    const entry = provider.models.find(({ id }) => id === ref.model_id);
    // A list is complete; without one, any id may be asked for.
    if (entry === undefined && provider.models.length > 0) throw noModel(ref, providers);
    const limits = limitsOf(factsOf(provider, ref.model_id));
    if (provider.type === "builtin") return { ref, language_model: guide, ...limits };
    const language_model = madeFor(JSON.stringify([ref.provider_id, ref.model_id, ref.variant]), () =>
      connect(provider, ref, env),
    );
    return { ref, language_model, ...limits };
  }

  function choice(provider_id: string, model_id: string): ModelChoice {
    const ref = { provider_id, model_id };
    const provider = listProviders(settings, env).find(({ id }) => id === provider_id);
    const unavailable = whyNot(() => resolve(ref));
    return {
      ref,
      label: labelOf(ref),
      offline: provider_id === GUIDE.provider_id,
      ...(provider === undefined ? {} : factsOf(provider, model_id)),
      ...(unavailable === undefined ? {} : { unavailable }),
    };
  }

  const default_model = () => settings.default_model() ?? GUIDE;
  return {
    default_model,
    resolve,
    choices() {
      const choices = listProviders(settings, env).flatMap((provider) =>
        offeredModels(provider).map((model) => choice(provider.id, model.id)),
      );
      // The default is always among them, also where no list names it, or to say why it cannot be used.
      const { provider_id, model_id } = default_model();
      const listed = choices.some(({ ref }) => ref.provider_id === provider_id && ref.model_id === model_id);
      return listed ? choices : [choice(provider_id, model_id), ...choices];
    },
  };
}

/** Makes each thing once, until the watched value is another. */
function cacheUntilChanged<T>(watch: () => unknown): (name: string, make: () => T) => T {
  let seen = watch();
  const made = new Map<string, T>();
  return (name, make) => {
    if (watch() !== seen) made.clear();
    seen = watch();
    const found = made.get(name) ?? make();
    made.set(name, found);
    return found;
  };
}

function connect(provider: ProviderEntry, ref: ModelRef, env: Environment): LanguageModelV3 {
  const base_url = baseUrlOf(provider);
  if (base_url === undefined) throw laterType(provider.type);
  const credential = findCredential(provider, env);
  if (credential.kind === "missing") {
    throw new BraidError("PROVIDER_AUTH", credential.reason, { hint: credential.hint });
  }
  const key = credential.kind === "key" ? credential.key : undefined;
  const model = createLanguageModel({ ...provider, base_url }, ref.model_id, key);
  if (ref.variant === undefined) return model;
  const levels = levelsOf(provider, ref.model_id);
  const level = levels.find((name) => name === ref.variant);
  if (level === undefined) throw noThinkingLevel(ref.variant, levels);
  return withThinking(model, provider.type, level);
}

/** What the core is told of the facts. */
function limitsOf({
  context_limit,
  max_output,
}: ModelFacts): Pick<ResolvedModel, "context_limit" | "max_output"> {
  return { context_limit, ...(max_output === undefined ? {} : { max_output }) };
}

function labelOf({ provider_id, model_id }: ModelRef): string {
  if (provider_id === GUIDE.provider_id && model_id === GUIDE.model_id) return "Guide (built in, offline)";
  return `${knownModel(model_id)?.label ?? model_id} (${provider_id})`;
}

function whyNot(resolve: () => unknown): string | undefined {
  try {
    resolve();
    return undefined;
  } catch (error) {
    if (error instanceof BraidError) return error.message;
    throw error;
  }
}

function guidePace(env: Environment): number {
  const wanted = Number(env.BRAID_GUIDE_WORDS_PER_SECOND);
  return wanted > 0 ? wanted : 60;
}
