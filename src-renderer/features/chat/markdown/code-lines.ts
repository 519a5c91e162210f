/**
 * The lines of growing code, in groups: a group that is full never changes again but for its colours, which are found a few lines at a
 * time, each from where the grammar stood behind the line before.
 */
import type { GrammarState } from "shiki/core";
import { flat } from "../flat";
import type { Token, Tokenised } from "./highlighter";

const LINES = 100;
/** A line longer than this is cut where it is shown; Copy gives it whole. */
const CHARACTERS = 8_000;
/** Characters of code that are given colours; what is longer is nobody's reading. */
const MOST_COLOURED = 400_000;
/** Characters coloured at once: a few milliseconds. */
export const PORTION = 6_000;

export interface CodeGroup {
  readonly text: string;
  /** Coloured lines, from the first on; the rest is plain yet. */
  readonly lines: readonly (readonly Token[])[];
}

export type Tokeniser = (code: string, state: GrammarState | undefined) => Tokenised;

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** Where the first group of `text` ends; undefined while it may still grow. */
function endOfGroup(text: string): number | undefined {
  let end = 0;
  for (let line = 0; line < LINES; line++) {
    const next = text.indexOf("\n", end) + 1;
    if (next === 0 || next > CHARACTERS) {
      if (text.length <= CHARACTERS) return undefined;
      if (end > 0) return end;
      return isLowSurrogate(text.charCodeAt(CHARACTERS)) ? CHARACTERS - 1 : CHARACTERS;
    }
    end = next;
  }
  return end < text.length ? end : undefined;
}

export class CodeLines {
  #groups: CodeGroup[] = [];
  /** Characters in all groups but the last. */
  #settled = 0;
  /** The group that is being coloured, and the grammar behind what has been. */
  #at = 0;
  #state: GrammarState | undefined;
  #coloured = 0;

  get groups(): readonly CodeGroup[] {
    return this.#groups;
  }

  /** Takes in `code`; what an earlier, shorter one had stays. */
  read(code: string): void {
    const last = this.#groups.at(-1);
    if (
      last !== undefined &&
      !(code.length >= this.#settled + last.text.length && code.startsWith(last.text, this.#settled))
    )
      this.#forget();
    const groups = this.#groups.slice(0, -1);
    let known = this.#groups.at(-1);
    let rest = code.slice(this.#settled);
    for (let end = endOfGroup(rest); end !== undefined; end = endOfGroup(rest)) {
      groups.push({ text: flat(rest.slice(0, end)), lines: known?.lines ?? [] });
      known = undefined;
      this.#settled += end;
      rest = rest.slice(end);
    }
    groups.push(known?.text === rest ? known : { text: rest, lines: known?.lines ?? [] });
    this.#groups = groups;
  }

  /** Colours up to a portion. False when there is nothing more to colour. `ended`: the last line is whole. */
  colour(tokeniser: Tokeniser, ended: boolean): boolean {
    let left = PORTION;
    while (left > 0 && this.#at < this.#groups.length && this.#coloured < MOST_COLOURED) {
      const group = this.#groups[this.#at];
      if (group === undefined) return false;
      const isLast = this.#at === this.#groups.length - 1;
      const portion = portionOf(group, left, ended || !isLast);
      if (portion !== "") {
        const { lines, state } = tokeniser(portion, this.#state);
        // Text that ends with a newline has an empty line behind it, which is not there yet.
        const found = portion.endsWith("\n") ? lines.slice(0, -1) : lines;
        this.#groups = this.#groups.with(this.#at, { text: group.text, lines: [...group.lines, ...found] });
        this.#state = state;
        left -= portion.length;
        this.#coloured += portion.length;
        if (left <= 0) return true;
      }
      if (isLast) return false;
      this.#at += 1;
    }
    return left <= 0;
  }

  #forget(): void {
    this.#groups = [];
    this.#settled = 0;
    this.#at = 0;
    this.#state = undefined;
    this.#coloured = 0;
  }
}

/** The next whole lines of a group that have no colour yet, about `size` characters. */
function portionOf({ text, lines }: CodeGroup, size: number, whole: boolean): string {
  let from = 0;
  for (let line = 0; line < lines.length; line++) {
    const next = text.indexOf("\n", from) + 1;
    if (next === 0) return "";
    from = next;
  }
  const rest = text.slice(from);
  const last = rest.lastIndexOf("\n") + 1;
  if (rest.length > size) {
    const end = rest.indexOf("\n", size) + 1;
    if (end > 0) return rest.slice(0, end);
  }
  return whole ? rest : rest.slice(0, last);
}
