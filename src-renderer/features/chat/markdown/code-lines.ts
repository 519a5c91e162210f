/**
 * The lines of growing code, in groups. In a full group only the colours still change. The colours are found a few lines at a time, from
 * the state of the grammar after the line before.
 */
import { flat } from "../flat";
import { endOfChanges } from "../letters";
import type { Token } from "./work/colour";

const LINES = 100;
/** A longer line is cut on the page; Copy gives it whole. */
const CHARACTERS = 8_000;
/** The most characters of code that get colours. Nobody reads longer code. */
const MOST_COLOURED = 400_000;
/** The characters that are coloured at once, in a few milliseconds. */
const PORTION = 6_000;

export interface CodeGroup {
  readonly text: string;
  /** The coloured lines, from the first on. The rest has no colours yet. */
  readonly lines: readonly (readonly Token[])[];
}

/** Whole lines to colour next. */
export interface CodePortion {
  /** The characters of the code that were coloured before. */
  from: number;
  code: string;
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** Returns the end of the first group of `text`; undefined while it may still grow. */
function endOfGroup(text: string): number | undefined {
  const most = endOfChanges(text, 0, CHARACTERS);
  let end = 0;
  for (let line = 0; line < LINES; line++) {
    const next = text.indexOf("\n", end) + 1;
    if (next === 0 || next > most) {
      if (text.length <= most) return undefined;
      if (end > 0) return end;
      return isLowSurrogate(text.charCodeAt(most)) ? most - 1 : most;
    }
    end = next;
  }
  return end < text.length ? end : undefined;
}

export class CodeLines {
  #groups: readonly CodeGroup[] = [];
  /** The characters and lines in all groups but the last. */
  #settled = 0;
  #settledLines = 0;
  /** The group that is being coloured, and the number of characters coloured so far. */
  #at = 0;
  #coloured = 0;

  get groups(): readonly CodeGroup[] {
    return this.#groups;
  }

  /** The number of lines of all the code. */
  get count(): number {
    return this.#settledLines + linesOf(this.#groups.at(-1)?.text ?? "") + 1;
  }

  /** Takes in `code`. The groups of an earlier, shorter text stay. */
  read(code: string): void {
    const last = this.#groups.at(-1);
    if (last !== undefined && code.length === this.#settled + last.text.length && code.endsWith(last.text))
      return;
    if (
      last !== undefined &&
      !(code.length >= this.#settled + last.text.length && code.startsWith(last.text, this.#settled))
    )
      this.#forget();
    const groups = this.#groups.slice(0, -1);
    let known = this.#groups.at(-1);
    let rest = code.slice(this.#settled);
    for (let end = endOfGroup(rest); end !== undefined; end = endOfGroup(rest)) {
      const text = flat(rest.slice(0, end));
      groups.push({ text, lines: known?.lines ?? [] });
      known = undefined;
      this.#settled += end;
      this.#settledLines += linesOf(text);
      rest = rest.slice(end);
    }
    groups.push(known?.text === rest ? known : { text: rest, lines: known?.lines ?? [] });
    this.#groups = groups;
  }

  /** Takes groups of the same code that were coloured before. */
  restore(groups: readonly CodeGroup[]): void {
    this.#groups = groups;
  }

  /** Returns the portion to colour next, if there is one. `ended`: the last line is whole. */
  portion(ended: boolean): CodePortion | undefined {
    while (this.#at < this.#groups.length && this.#coloured < MOST_COLOURED) {
      const group = this.#groups[this.#at];
      if (group === undefined) return undefined;
      const isLast = this.#at === this.#groups.length - 1;
      const code = portionOf(group, PORTION, ended || !isLast);
      if (code !== "") return { from: this.#coloured, code };
      if (isLast) return undefined;
      this.#at += 1;
    }
    return undefined;
  }

  /** Takes the colours of a portion. Colours of code that has changed meanwhile are ignored. */
  take({ from, code }: CodePortion, found: readonly (readonly Token[])[]): void {
    const group = this.#groups[this.#at];
    if (from !== this.#coloured || group === undefined) return;
    const lines = [...group.lines, ...found];
    this.#groups = this.#groups.with(this.#at, { text: group.text, lines });
    this.#coloured += code.length;
  }

  /** Begins the colours again from the first line, because the state of the grammar is lost. */
  restart(): void {
    this.#groups = this.#groups.map(({ text }) => ({ text, lines: [] }));
    this.#at = 0;
    this.#coloured = 0;
  }

  #forget(): void {
    this.#groups = [];
    this.#settled = 0;
    this.#settledLines = 0;
    this.#at = 0;
    this.#coloured = 0;
  }
}

/** Counts the line ends in a text. */
function linesOf(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** Returns the next whole lines of a group that have no colours yet, about `size` characters. */
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
