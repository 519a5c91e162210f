/**
 * Keeps the lists of models that providers returned, in `models-cache.json` in the data folder. A cache, not a setting: a list may hold
 * hundreds, is replaced as a whole, and costs a click when it is lost. Everything in it comes from strangers.
 */
import { z } from "zod";
import { READABLE_KINDS, type ReadableKind } from "../../../src-preload/contract/domain/attachments";
import { readDataFile } from "../../files/data-file";
import { writeFileDurably } from "../../settings/write-file-durably";

/** A provider's own facts of one of its models; limits in tokens, prices in US dollars per million. */
export interface ListedModel {
  id: string;
  label?: string;
  context_limit?: number;
  max_output?: number;
  price?: { input: number; output: number; cache_read?: number; cache_write?: number };
  reads?: readonly ReadableKind[];
}

export interface ModelLists {
  /** Empty where nobody asked, or where the provider has another origin now. The same array until `save`. */
  of(provider_id: string, origin: string | undefined): readonly ListedModel[];
  /** @throws the file system's error. */
  save(provider_id: string, origin: string, models: readonly ListedModel[]): Promise<void>;
}

const tokens = z.int().min(1).max(100_000_000).optional().catch(undefined);
const dollars = z.number().min(0).max(1_000_000);
/** A name without control characters: one that changes the writing direction or the line is somebody's joke. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cf}]+$/u);

export const listedModel = z.object({
  id: name,
  label: name.optional().catch(undefined),
  context_limit: tokens,
  max_output: tokens,
  price: z
    .object({
      input: dollars,
      output: dollars,
      cache_read: dollars.optional(),
      cache_write: dollars.optional(),
    })
    .optional()
    .catch(undefined),
  reads: z.array(z.enum(READABLE_KINDS)).optional().catch(undefined),
});
const fileSchema = z.object({
  providers: z.record(z.string(), z.object({ origin: z.string(), models: z.array(listedModel) })),
});
type Lists = Record<string, { origin: string; models: ListedModel[] }>;

/** Bytes: as much as a few dozen providers list. */
const MOST_BYTES = 16 * 1024 * 1024;

const NOTHING: readonly ListedModel[] = [];

export function openModelLists(file: string): ModelLists {
  let lists: Lists | undefined;
  const read = () => {
    lists ??= readLists(file);
    return lists;
  };
  return {
    of(provider_id, origin) {
      const list = Object.hasOwn(read(), provider_id) ? read()[provider_id] : undefined;
      return list !== undefined && list.origin === origin ? list.models : NOTHING;
    },
    async save(provider_id, origin, models) {
      lists = { ...read(), [provider_id]: { origin, models: [...models] } };
      await writeFileDurably(file, JSON.stringify({ providers: lists }));
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
