/**
 * Collects the facts of one model: from the settings, else from its provider, else from the catalogue, else an assumption, which is marked
 * as one.
 */
import { READABLE_KINDS, type ReadableKind } from "../../../src-preload/contract/domain/attachments";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { ModelEdit } from "../../../src-preload/contract/domain/providers";
import { isServedHere } from "../providers/addresses";
import type { ModelEntry, ProviderEntry } from "../providers/provider-entry";
import type { Provider } from "../providers/provider-list";
import { type KnownModel, knownModel } from "./catalogue";
import { windowOf } from "./model-lists";
import { seesPictures } from "./sees-pictures";

export type ModelFacts = Pick<
  ModelChoice,
  "max_output" | "assumed" | "price" | "small" | "thinking" | "default_thinking" | "reads" | "tools"
> & {
  context_limit: number;
};

/** Tokens: the least that hosted models of the last years take, and the usual limit of a model on one's own machine. */
export const ASSUMED_CONTEXT = { hosted: 128_000, own: 32_768 } as const;

/** Anthropic's interface needs a limit. Without one its package would send 4,096 for an unknown name, and answers would be cut. */
const ASSUMED_OUTPUT = 32_000;

/** The kinds of file that the models of these makers read, at the makers themselves. */
const READS: Partial<Record<ProviderEntry["type"], readonly ReadableKind[]>> = {
  anthropic: READABLE_KINDS,
  openai: READABLE_KINDS,
  google: READABLE_KINDS,
};

export function factsOf(provider: Provider, model_id: string): ModelFacts {
  const entry = provider.models.find(({ id }) => id === model_id);
  const said = provider.listed.find(({ id }) => id === model_id);
  const known = knownModel(model_id);
  const served =
    said?.context_limit ?? latestWindow(provider, model_id) ?? windowOf(provider.windows, model_id);
  const context_limit = entry?.context_limit ?? served ?? known?.context_limit;
  const output = entry?.max_output ?? said?.max_output ?? known?.max_output;
  const must_say = provider.type === "anthropic" && output === undefined;
  const max_output = must_say ? ASSUMED_OUTPUT : output;
  const price = entry?.price ?? said?.price ?? priceOf(provider, known);
  const thinking = entry?.thinking ?? known?.thinking ?? [];
  const default_thinking = thinking.find((level) => level === entry?.default_thinking);
  return {
    context_limit: context_limit ?? assumedContext(provider),
    ...(max_output === undefined ? {} : { max_output }),
    ...(context_limit === undefined || must_say ? { assumed: true } : {}),
    ...(price === undefined ? {} : { price }),
    ...((entry?.small ?? known?.small) === true ? { small: true } : {}),
    ...(thinking.length === 0 ? {} : { thinking: [...thinking] }),
    ...(default_thinking === undefined ? {} : { default_thinking }),
    ...abilitiesOf(provider, model_id),
  };
}

/** Ollama lists a model under its tag, which the settings may leave out. */
const latestWindow = ({ type, listed }: Provider, model_id: string): number | undefined =>
  type === "ollama" ? listed.find(({ id }) => id === `${model_id}:latest`)?.context_limit : undefined;

/** Returns which files the model reads and whether it takes tools, from whoever says so first (`docs/decisions/what-a-model-reads.md`). */
function abilitiesOf(provider: Provider, model_id: string): Pick<ModelFacts, "reads" | "tools"> {
  const entry = provider.models.find(({ id }) => id === model_id);
  const said = provider.listed.find(({ id }) => id === model_id);
  const reads =
    entry?.reads ??
    said?.reads ??
    knownModel(model_id)?.reads ??
    READS[provider.type] ??
    readsByName(model_id);
  const tools = entry?.tools ?? said?.tools;
  return { ...(reads.length === 0 ? {} : { reads }), ...(tools === false ? { tools } : {}) };
}

/**
 * What a model of another server reads. Pictures alone: few of these servers take a PDF, whichever model they serve, and many refuse a
 * request with a kind of file that theirs does not read.
 */
const readsByName = (model_id: string): readonly ReadableKind[] =>
  knownModel(model_id) !== undefined || seesPictures(model_id) ? ["image"] : [];

/** The change without what holds anyway: null takes it out of the settings, so that a list which is asked later may say more. */
export function withoutKnown<Change extends Pick<ModelEdit, "reads" | "tools">>(
  provider: Provider,
  model_id: string,
  change: Change,
): Change {
  const known = factsOf({ ...provider, models: [] }, model_id);
  const isKnown = READABLE_KINDS.every(
    (kind) => change.reads?.includes(kind) === (known.reads ?? []).includes(kind),
  );
  return {
    ...change,
    ...(isKnown ? { reads: null } : {}),
    ...(change.tools === (known.tools ?? true) ? { tools: null } : {}),
  };
}

const assumedContext = (provider: Provider): number =>
  ASSUMED_CONTEXT[provider.type === "ollama" || isServedHere(provider) ? "own" : "hosted"];

/** The catalogue's price, only for the maker's own service: other providers set prices of their own. */
const priceOf = (provider: Provider, known: KnownModel | undefined): ModelEntry["price"] =>
  known?.type === provider.type ? known.price : undefined;
