/** How every line is measured: the sides take turns in one run, medians are compared, half a millisecond is no difference. */

import { ownTime } from "../fixtures/own-time";

/** One line of the table. */
export interface Line {
  what: string;
  goal: string;
  measured: string;
  met: boolean;
}

/** One run; gives what it measured. */
export type Side = () => number | Promise<number>;

/** Milliseconds: below this a difference of times says nothing on a shared machine. */
const NOTICEABLE_MS = 0.5;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}

/** Milliseconds after which a comparison begins no further round, and the rounds it makes in any case: a slow machine gets fewer. */
const LIMIT_MS = 60_000;
const FEWEST_ROUNDS = 5;

/**
 * Runs the sides in turn (A B C, then B C A, …: none always comes first) and gives the median of each. The first round is thrown away.
 * Under `--expose-gc` each run begins with an empty young generation, so that no side pays for another's garbage; a full collection would
 * throw away what the compiler knows, and short runs would seem slower than long ones.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  sides: Record<Name, Side>,
): Promise<Record<Name, number>> {
  const names = Object.keys(sides) as Name[];
  const found = new Map<Name, number[]>(names.map((name) => [name, []]));
  const begun = performance.now();
  for (let round = 0; round <= rounds; round++) {
    if (round > FEWEST_ROUNDS && performance.now() - begun > LIMIT_MS) break;
    const turn = round % names.length;
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      globalThis.gc?.({ type: "minor" });
      const value = await sides[name]();
      if (round > 0) found.get(name)?.push(value);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(found.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}

/** Milliseconds that `work` takes, by `ownTime`. */
export async function timed(work: () => unknown): Promise<number> {
  const begun = ownTime();
  await work();
  return ownTime() - begun;
}

/** Milliseconds that `work` takes in the median of `times` runs in a row: one that lost its core in the middle says nothing of `work`. */
export async function timedMedian(times: number, work: () => unknown): Promise<number> {
  const each: number[] = [];
  for (let run = 0; run < times; run++) {
    const begun = performance.now();
    await work();
    each.push(performance.now() - begun);
  }
  return median(each);
}

/** Times in milliseconds: `over` may be at most `goal` × `under`. */
export function timeRatio(what: string, over: number, under: number, goal: number): Line {
  const ratio = over / under;
  return {
    what,
    goal: `≤ ${goal}`,
    measured: `${ratio.toFixed(2)} (${milliseconds(over)} / ${milliseconds(under)})`,
    met: ratio <= goal || over - under < NOTICEABLE_MS,
  };
}

/** Of anything else: `value` may be at most `goal`. */
export function atMost(what: string, value: number, goal: number, unit = "", detail = ""): Line {
  const digits = value < 100 ? 2 : 0;
  return {
    what,
    goal: `≤ ${goal}${unit}`,
    measured: `${value.toFixed(digits)}${unit}${detail === "" ? "" : ` (${detail})`}`,
    met: value <= goal,
  };
}

/** How fast a cost grows with size: 1 is in proportion. */
export const exponent = (large: number, small: number, growth: number): number =>
  Math.log(large / small) / Math.log(growth);

export const milliseconds = (ms: number): string =>
  ms < 1 ? `${Math.round(ms * 1000)} µs` : `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;

export const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;
