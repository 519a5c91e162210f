/** The fields of a model's own settings of compaction (CP-8): texts while they are typed, values or null when they are saved. Pure. */

import type { ProviderModel } from "../../../src-preload/contract/domain/providers";
import {
  COMPACTION_MOST,
  COMPACTION_NAMES,
  type CompactionName,
} from "../../../src-preload/contract/domain/settings";
import { readNumber } from "./model-fields";

/** Empty for the value of all models; `on` and `off` for a switch. */
export type CompactionTexts = Readonly<Partial<Record<CompactionName, string>>>;
type Values = Partial<Record<CompactionName, number | boolean | null>>;
type NumberName = keyof typeof COMPACTION_MOST;

export const isNumber = (name: CompactionName): name is NumberName => name in COMPACTION_MOST;
export const NUMBERS = COMPACTION_NAMES.filter(isNumber);
export const SWITCHES = COMPACTION_NAMES.filter((name) => !isNumber(name));

/** The unit of a field. */
export type Unit = "percent" | "seconds" | "plain";

export function unitOf(name: NumberName): Unit {
  if (COMPACTION_MOST[name] === 1) return "percent";
  return name.endsWith("_ms") ? "seconds" : "plain";
}

/** The file's value of a shown 1. */
const SCALE: Record<Unit, number> = { percent: 0.01, seconds: 1000, plain: 1 };

export const compactionLimits = (name: NumberName) => ({
  min: 0,
  max: COMPACTION_MOST[name] / SCALE[unitOf(name)],
});

/** Steps of a thousandth hide the errors of the division. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** The texts of a model's own values. */
export function compactionTexts({ compaction = {} }: Pick<ProviderModel, "compaction">): CompactionTexts {
  const texts = COMPACTION_NAMES.flatMap((name) => {
    const value = compaction[name];
    if (value === undefined) return [];
    if (typeof value === "boolean") return [[name, value ? "on" : "off"]];
    return [[name, isNumber(name) ? String(rounded(value / SCALE[unitOf(name)])) : ""]];
  });
  return Object.fromEntries(texts);
}

function readField(name: CompactionName, text: string): number | boolean | null | undefined {
  if (!isNumber(name)) return text === "" ? null : text === "on";
  const value = readNumber(text);
  if (value === null || value === undefined) return value;
  const { min, max } = compactionLimits(name);
  const inFile = rounded(value * SCALE[unitOf(name)]);
  const fits = value >= min && value <= max && (unitOf(name) === "percent" || Number.isInteger(inFile));
  return fits ? inFile : undefined;
}

/** Returns the wrong fields and the values to save of those that were changed. The values hold only if nothing is wrong. */
export function readCompaction(typed: CompactionTexts): {
  wrong: ReadonlySet<CompactionName>;
  values: Values;
} {
  const wrong = new Set<CompactionName>();
  const values: Values = {};
  for (const name of COMPACTION_NAMES) {
    const text = typed[name];
    if (text === undefined) continue;
    const value = readField(name, text);
    if (value === undefined) wrong.add(name);
    else values[name] = value;
  }
  return { wrong, values };
}
