/** Divides the one number of a model's window by origin (TK-3): each raw count gets its share. Pure. */

import type { ContextParts } from "../../../src-preload/contract/domain/context";
import type { Origin } from "./raw-tokens";

/** The origin of a piece of a prompt; a number stands for that section of the system prompt. */
export type PromptOrigin = number | "tools" | "summary" | Origin;

/**
 * The parts of a prompt of `tokens` tokens, which they add up to.
 * @param sections of the system prompt
 */
export function partsOf(
  raw: ReadonlyMap<PromptOrigin, number>,
  sections: readonly { name: string }[],
  tokens: number,
): ContextParts {
  const origins: PromptOrigin[] = [
    ...sections.keys(),
    "tools",
    "summary",
    "turns",
    "attachments",
    "tool_results",
  ];
  const counts = scaled(
    origins.map((origin) => raw.get(origin) ?? 0),
    tokens,
  );
  const of = (origin: PromptOrigin) => counts[origins.indexOf(origin)] ?? 0;
  return {
    system: sections.map(({ name }, at) => ({ name, tokens: of(at) })),
    tools: of("tools"),
    summary: of("summary"),
    turns: of("turns"),
    attachments: of("attachments"),
    tool_results: of("tool_results"),
  };
}

/** Whole numbers in the proportion of `counts` that add up to `total`. What rounding leaves over goes to those that lost most. */
export function scaled(counts: readonly number[], total: number): number[] {
  const sum = counts.reduce((all, count) => all + count, 0);
  if (sum === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count * total) / sum);
  const whole = exact.map(Math.floor);
  const left = total - whole.reduce((all, count) => all + count, 0);
  const lost = (at: number) => (exact[at] ?? 0) - (whole[at] ?? 0);
  const gaining = new Set([...counts.keys()].sort((a, b) => lost(b) - lost(a)).slice(0, left));
  return whole.map((count, at) => count + (gaining.has(at) ? 1 : 0));
}
