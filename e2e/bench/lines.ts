/** The lines of the table: what is compared, its goal, its value, and a plain verdict. */

import type { Clocks } from "./measure";

export interface Line {
  what: string;
  goal: string;
  value: string;
  met: boolean;
}

/** Milliseconds: two times that differ by less are equal, as far as a shared machine can tell. */
const NOTICEABLE_MS = 0.5;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[(sorted.length - 1) >> 1],
    sorted[sorted.length >> 1],
  ];
  return (low + high) / 2;
}

/** Milliseconds of each round: the median of `over` may be at most `goal` × the median of `under`, or as good as equal to it. */
export function timeRatio(
  what: string,
  over: readonly number[],
  under: readonly number[],
  goal: number,
): Line {
  const [ours, floor] = [median(over), median(under)];
  const isEqual = ours / floor > goal && goal >= 1 && ours - floor < NOTICEABLE_MS;
  const times = `${milliseconds(ours)} / ${milliseconds(floor)}`;
  return {
    what,
    goal: `≤ ${goal}`,
    value: `${(ours / floor).toFixed(2)} (${times}${isEqual ? `; less than ${NOTICEABLE_MS} ms apart` : ""})`,
    met: ours / floor <= goal || isEqual,
  };
}

/** `value` may be at most `goal`, both in `unit`. */
export function atMost(what: string, value: number, goal: number, unit = "", detail = ""): Line {
  const digits = value < 100 ? 2 : 0;
  return {
    what,
    goal: `≤ ${goal}${unit}`,
    value: `${value.toFixed(digits)}${unit}${detail === "" ? "" : ` (${detail})`}`,
    met: value <= goal,
  };
}

/** A goal that says "never longer than": the worst round decides, by both clocks. */
export function never(what: string, rounds: readonly Clocks[], goal: number, detail = ""): Line {
  const by = (clock: keyof Clocks) => {
    const all = rounds.map((round) => round[clock]);
    return { worst: Math.max(...all), median: median(all) };
  };
  const [wall, cpu] = [by("wall"), by("cpu")];
  const told = ({ worst, median }: typeof wall) =>
    `worst ${milliseconds(worst)}, median ${milliseconds(median)}`;
  return {
    what,
    goal: `never > ${goal} ms`,
    value: `wall: ${told(wall)}; CPU: ${told(cpu)}${detail === "" ? "" : ` (${detail})`}`,
    met: rounds.length > 0 && Math.max(wall.worst, cpu.worst) <= goal,
  };
}

/** How fast a cost grows with size, from `small` to `large`, which is `growth` times as much: 1 is in proportion. */
export const exponent = (large: number, small: number, growth: number): number =>
  Math.log(large / small) / Math.log(growth);

export const milliseconds = (ms: number): string =>
  ms < 1 ? `${Math.round(ms * 1000)} µs` : `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;

export const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

export const mib = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;

export const TABLE_HEAD = "| what | goal | value | verdict |\n|---|---|---|---|";

export const tableRow = ({ what, goal, value, met }: Line): string =>
  `| ${what} | ${goal} | ${value} | ${met ? "met" : "**MISSED**"} |`;

/** The last line of a run. */
export function summary(lines: readonly Line[]): string {
  const met = lines.filter((line) => line.met).length;
  return `${met} met, ${lines.length - met} missed`;
}
