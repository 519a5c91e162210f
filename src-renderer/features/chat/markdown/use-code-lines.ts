/** The lines of a block of code with their colours. Coloured lines stay, and the worker colours new ones a portion at a time. */
import { useEffect, useReducer, useState } from "react";
import { BoundedCache } from "./bounded-cache";
import { type CodeGroup, CodeLines, type CodePortion } from "./code-lines";
import { putInFrame } from "./frames";
import { BUDGET_MS, codeWorker } from "./work/workers";

/** Coloured code that may come into view again. `over`: how often a grammar did not finish it in time. */
type Kept = { groups: readonly CodeGroup[] } | { over: number };

/** The estimated bytes of all kept code. */
const MOST_KEPT = 16 * 1024 * 1024;
const BYTES_OF_TOKEN = 60;

const kept = new BoundedCache<Kept>(MOST_KEPT);
const keyOf = (info: string, code: string) => `${info}\u0000${code}`;

/** The names of languages by the words after fences, as far as the worker has told them. */
const names = new BoundedCache<string>(500);

const LONGEST_LABEL = 30;
/** The factor of the budget when colouring is tried again. */
const MORE = 10;

export interface CodeView {
  groups: readonly CodeGroup[];
  /** The number of lines. */
  count: number;
  /** The name of the language, as far as it is known. */
  label: string;
  /** True once nothing of it will change any more. */
  complete: boolean;
  /** True if the grammar did not finish in time. */
  over: boolean;
  /** Tries again with a larger budget; undefined if that was done. */
  tryAgain: (() => void) | undefined;
}

const tokensOf = (lines: readonly (readonly unknown[])[]): number =>
  lines.reduce((sum, line) => sum + line.length + 1, 0);

let blocks = 0;

/** The colouring of one block of code. At most one portion is under way. */
class Colouring {
  readonly lines = new CodeLines();
  readonly #block: number;
  readonly #changed: () => void;
  #drop: (() => void) | undefined;
  #running = false;
  #finished = false;
  /** How often the colouring was over its budget. */
  over = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
    blocks += 1;
    this.#block = blocks;
  }

  get finished(): boolean {
    return this.#finished;
  }

  read(code: string, info: string, ended: boolean): void {
    this.lines.read(code);
    if (!ended || this.#finished || this.#running) return;
    const known = kept.get(keyOf(info, code));
    if (known === undefined) return;
    this.#finished = true;
    if ("groups" in known) this.lines.restore(known.groups);
    else this.over = known.over;
  }

  /** Asks for the next colours. */
  colour(code: string, info: string, ended: boolean): void {
    if (this.#running || this.#finished) return;
    const portion = this.lines.portion(ended);
    if (portion !== undefined) return this.#ask(portion, code, info, ended);
    if (!ended) return;
    this.#finish(code, info, { groups: this.lines.groups });
  }

  tryAgain(): void {
    this.#finished = false;
    this.lines.restart();
    this.#changed();
  }

  leave(): void {
    this.#drop?.();
    this.#running = false;
  }

  #ask(portion: CodePortion, code: string, info: string, ended: boolean): void {
    this.#running = true;
    const tell = (put: () => void, cost: number) => {
      putInFrame(cost, () => {
        this.#running = false;
        put();
        this.#changed();
      });
    };
    this.#drop = codeWorker.ask({
      input: { block: this.#block, info, ...portion },
      budget: BUDGET_MS * (this.over > 0 ? MORE : 1),
      tell: (outcome) => {
        if (outcome.type === "failed") return tell(() => this.#finish(code, info, undefined), 1);
        if (outcome.type === "over")
          return tell(() => {
            this.over += 1;
            // Lines that arrive later are not tried either, because the same expressions would hang again.
            this.#finish(code, info, ended ? { over: this.over } : undefined);
          }, 1);
        const { name, lines } = outcome.result;
        if (name !== undefined) names.set(info, name, 1);
        if (lines === "lost") return tell(() => this.lines.restart(), 1);
        if (name === undefined) return tell(() => this.#finish(code, info, { groups: this.lines.groups }), 1);
        tell(() => this.lines.take(portion, lines), tokensOf(lines));
      },
    });
  }

  #finish(code: string, info: string, result: Kept | undefined): void {
    this.#finished = true;
    if (result === undefined) return;
    const tokens =
      "groups" in result ? result.groups.reduce((sum, { lines }) => sum + tokensOf(lines), 0) : 1;
    kept.set(keyOf(info, code), result, 4 * code.length + tokens * BYTES_OF_TOKEN);
  }
}

/** `near`: the code is near the view, and gets colours, which stay. `ended`: the code is whole. */
export function useCodeLines(code: string, info: string, near: boolean, ended: boolean): CodeView {
  const [turn, again] = useReducer((count: number) => count + 1, 0);
  const [colouring] = useState(() => new Colouring(again));
  colouring.read(code, info, ended);
  const { lines, finished, over } = colouring;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each turn there is more to colour, or nothing left.
  useEffect(() => {
    if (near && info !== "") colouring.colour(code, info, ended);
  }, [colouring, code, info, near, ended, turn]);
  useEffect(() => () => colouring.leave(), [colouring]);
  return {
    groups: lines.groups,
    count: lines.count,
    label: names.get(info) ?? info.slice(0, LONGEST_LABEL),
    complete: ended && (info === "" || finished),
    over: over > 0 && finished,
    tryAgain: over === 1 ? () => colouring.tryAgain() : undefined,
  };
}
