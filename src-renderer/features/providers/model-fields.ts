/** The fields of a model's limits and prices: texts while they are typed, numbers or null when they are saved. Pure. */
import type { ProviderModel } from "../../../src-preload/contract/domain/providers";
import type { CallInput } from "../../../src-preload/contract/window/calls";

export type FieldName = "context_limit" | "max_output" | "input" | "output" | "cache_read" | "cache_write";
export type Fields = Readonly<Record<FieldName, string>>;
type Values = Pick<CallInput<"providers.save_model">, "context_limit" | "max_output" | "price">;

/** `number`: no number within the limits. `pair`: a missing price that another one needs beside it. */
type Wrong = "number" | "pair";

const isTokens = (name: FieldName): name is "context_limit" | "max_output" =>
  name === "context_limit" || name === "max_output";

export const limits = (name: FieldName) =>
  isTokens(name) ? { min: 1, max: 100_000_000 } : { min: 0, max: 1_000_000 };

const written = (value: number | undefined): string => (value === undefined ? "" : String(value));

/** Returns the fields to begin with. An assumed limit leaves its field empty, so that saving does not store the assumption. */
export function startingFields({ context_limit, max_output, assumed, price }: ProviderModel): Fields {
  return {
    context_limit: assumed === true ? "" : written(context_limit),
    max_output: assumed === true ? "" : written(max_output),
    input: written(price?.input),
    output: written(price?.output),
    cache_read: written(price?.cache_read),
    cache_write: written(price?.cache_write),
  };
}

/** Null for an empty field, undefined for no number. A comma counts as a decimal point, as many Europeans write it. */
export function readNumber(text: string): number | undefined | null {
  const trimmed = text.trim().replaceAll(/[\s_]/g, "").replace(",", ".");
  if (trimmed === "") return null;
  return /^\d*\.?\d+$/.test(trimmed) ? Number(trimmed) : undefined;
}

function read(name: FieldName, text: string): number | undefined | null {
  const value = readNumber(text);
  if (value === null || value === undefined) return value;
  const { min, max } = limits(name);
  const fits = value >= min && value <= max && (!isTokens(name) || Number.isInteger(value));
  return fits ? value : undefined;
}

/** Returns the wrong fields and the values to save. Null removes a stored value. The values hold only if nothing is wrong. */
export function readFields(fields: Fields): { wrong: ReadonlyMap<FieldName, Wrong>; values: Values } {
  const wrong = new Map<FieldName, Wrong>();
  const numbers = {} as Record<FieldName, number | null>;
  for (const name of Object.keys(fields) as FieldName[]) {
    const value = read(name, fields[name]);
    if (value === undefined) wrong.set(name, "number");
    numbers[name] = value ?? null;
  }
  const { context_limit, max_output, input, output, cache_read, cache_write } = numbers;
  const caches = {
    ...(cache_read === null ? {} : { cache_read }),
    ...(cache_write === null ? {} : { cache_write }),
  };
  const half = (input === null) !== (output === null) || (input === null && Object.keys(caches).length > 0);
  if (half)
    for (const name of ["input", "output"] as const)
      if (numbers[name] === null && !wrong.has(name)) wrong.set(name, "pair");
  const price = input === null || output === null ? null : { input, output, ...caches };
  return { wrong, values: { context_limit, max_output, price } };
}
