/**
 * Keeps the lists of models that providers returned, in `models-cache.json` in the data folder. A cache, not a setting: a list may hold
 * hundreds, is replaced as a whole, and costs a click when it is lost. Everything in it comes from strangers.
 */
import * as z from "zod/mini";
import { READABLE_KINDS, type ReadableKind } from "../../../src-preload/contract/domain/attachments";
import { readDataFile } from "../../files/data-file";
import { writeFileDurably } from "../../settings/write-file-durably";

/** Tokens, by the id of a model. `windowOf` reads it: an id may be a word such as `constructor`. */
export type Windows = Readonly<Record<string, number | undefined>>;

/** A provider's own facts of one of its models; limits in tokens, prices in US dollars per million. */
export interface ListedModel {
  id: string;
  label?: string;
  context_limit?: number;
  max_output?: number;
  price?: { input: number; output: number; cache_read?: number; cache_write?: number };
  reads?: readonly ReadableKind[];
  /** False for a model that takes no tools. */
  tools?: false;
}

export interface ModelLists {
  /** Empty where nobody asked, or where the provider has another origin now. The same array until `save`. */
  of(provider_id: string, origin: string | undefined): readonly ListedModel[];
  /** When it said its list, in epoch ms; undefined for a list of an earlier version, and where nobody asked. */
  saidAt(provider_id: string, origin: string | undefined): number | undefined;
  /** @throws the file system's error. */
  save(provider_id: string, origin: string, models: readonly ListedModel[]): Promise<void>;
  /** The windows of models that were noted and that no list names, as of one that the settings name without its tag. */
  windowsOf(provider_id: string, origin: string | undefined): Windows;
  /**
   * Notes the window of one model. Nobody has asked for a list by that: a model that the list does not name stays out of it. Returns true if
   * it was news. @throws as `save`
   */
  noteWindow(
    provider_id: string,
    origin: string,
    window: { id: string; context_limit: number },
  ): Promise<boolean>;
}

/** Parses to undefined what is no number of tokens. */
export const tokens = z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(100_000_000))), undefined);
const dollars = z.number().check(z.minimum(0), z.maximum(1_000_000));
/** A name without control characters: one that changes the writing direction or the line is somebody's joke. */
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}\p{Cf}]+$/u));

export const listedModel = z.object({
  id: name,
  label: z.catch(z.optional(name), undefined),
  context_limit: tokens,
  max_output: tokens,
  price: z.catch(
    z.optional(
      z.object({
        input: dollars,
        output: dollars,
        cache_read: z.optional(dollars),
        cache_write: z.optional(dollars),
      }),
    ),
    undefined,
  ),
  reads: z.catch(z.optional(z.array(z.enum(READABLE_KINDS))), undefined),
  tools: z.catch(z.optional(z.literal(false)), undefined),
});
const fileSchema = z.object({
  providers: z.record(
    z.string(),
    z.object({
      origin: z.string(),
      models: z.array(listedModel),
      said_at: z.catch(z.optional(z.number()), undefined),
      windows: z.catch(z.optional(z.record(name, tokens)), undefined),
    }),
  ),
});
interface List {
  origin: string;
  models: ListedModel[];
  said_at?: number | undefined;
  windows?: Windows | undefined;
}
type Lists = Record<string, List>;

/** Bytes: as much as a few dozen providers list. */
const MOST_BYTES = 16 * 1024 * 1024;

const NOTHING: readonly ListedModel[] = [];

export const windowOf = (windows: Windows, model_id: string): number | undefined =>
  Object.hasOwn(windows, model_id) ? windows[model_id] : undefined;

export function openModelLists(file: string): ModelLists {
  let lists: Lists | undefined;
  const read = () => {
    lists ??= readLists(file);
    return lists;
  };
  const listOf = (provider_id: string, origin: string | undefined): List | undefined => {
    const list = Object.hasOwn(read(), provider_id) ? read()[provider_id] : undefined;
    return list?.origin === origin ? list : undefined;
  };
  const store = async (provider_id: string, list: List): Promise<void> => {
    lists = { ...read(), [provider_id]: list };
    await writeFileDurably(file, JSON.stringify({ providers: lists }));
  };
  return {
    of: (provider_id, origin) => listOf(provider_id, origin)?.models ?? NOTHING,
    saidAt: (provider_id, origin) => listOf(provider_id, origin)?.said_at,
    save: (provider_id, origin, models) =>
      store(provider_id, {
        ...listOf(provider_id, origin),
        ...{ origin, models: [...models], said_at: Date.now() },
      }),
    windowsOf: (provider_id, origin) => listOf(provider_id, origin)?.windows ?? {},
    async noteWindow(provider_id, origin, { id, context_limit }) {
      const list = listOf(provider_id, origin) ?? { origin, models: [] };
      const { models, windows = {} } = list;
      const known = models.find((model) => model.id === id);
      const before = known === undefined ? windowOf(windows, id) : known.context_limit;
      if (before === context_limit) return false;
      const noted =
        known === undefined
          ? { windows: { ...windows, [id]: context_limit } }
          : { models: models.map((model) => (model === known ? { ...model, context_limit } : model)) };
      await store(provider_id, { ...list, ...noted });
      return true;
    },
  };
}

function readLists(file: string): Lists {
  const read = readDataFile(file, MOST_BYTES);
  if (read.is !== "text") return {};
  try {
    return fileSchema.parse(JSON.parse(read.text)).providers as Lists;
  } catch {
    return {};
  }
}
