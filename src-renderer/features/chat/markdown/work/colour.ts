/**
 * The colours of code, by Shiki, in a worker. Grammars are local files, fetched when they are first needed. JavaScript's own regular
 * expressions match them: no engine of Shiki's is linear, so a grammar that does not finish is ended with its worker. Tokens get names, not
 * colours; tokens.css has the colours, light and dark.
 */
import {
  createCssVariablesTheme,
  createHighlighterCore,
  type GrammarState,
  type HighlighterCore,
} from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { bundledLanguages, bundledLanguagesInfo } from "shiki/langs";

const THEME = "braid";
const PREFIX = "--code-";
/** In characters. A longer line is data, not code. */
const LONGEST_LINE = 1_000;
/** The most pieces of a line. The rest is one piece without a colour. */
const MOST_PIECES = 400;
/** Lines that make a grammar compile the expressions that nearly all code needs. */
const HARMLESS = `import a from "b"; // x
function f(a, b) { return a + 1 * "s"; }
<p class="x">words</p>
# words
class A: def x(self): pass
.a { color: red; }
`;
/** The most blocks of code whose grammar state is kept between two portions. */
const MOST_PLACES = 64;

/** A piece of a line, and the kind of its words, if it has one. */
export interface Token {
  text: string;
  kind: string | undefined;
}

/** A portion of a block of code. */
export interface CodeToColour {
  /** Tells the blocks of this page apart. */
  block: number;
  /** The first word after the opening fence. */
  info: string;
  /** The characters of the block that were coloured before. */
  from: number;
  /** Whole lines. */
  code: string;
}

export interface ColouredCode {
  /** The name of the language; undefined for an unknown language. */
  name: string | undefined;
  /** `lost`: the state of the grammar before this portion is unknown, so the block has to be coloured from its start. */
  lines: Token[][] | "lost";
}

const aliases = new Map<string, string>();
for (const { id, aliases: names = [] } of bundledLanguagesInfo)
  for (const name of [id, ...names]) aliases.set(name, id);
const names = new Map(bundledLanguagesInfo.map(({ id, name }) => [id, name]));

/** Returns Shiki's id of the language that a fence names, or undefined. */
const languageOf = (info: string): string | undefined => aliases.get(info.toLowerCase());

/** Turns `var(--code-token-keyword)` into `keyword`. The colour of plain text is no kind. */
function kindOf(color: string | undefined): string | undefined {
  const name = color?.slice("var(".length + PREFIX.length, -1);
  return name?.startsWith("token-") === true ? name.slice("token-".length) : undefined;
}

/** Joins neighbours of one kind, so that the page has no more elements than needed. */
function joined(tokens: readonly Token[]): Token[] {
  const line: Token[] = [];
  for (const { text, kind } of tokens) {
    const last = line.at(-1);
    if (last === undefined || (last.kind !== kind && line.length < MOST_PIECES)) line.push({ text, kind });
    else {
      last.text += text;
      if (last.kind !== kind) last.kind = undefined;
    }
  }
  return line;
}

export class Colours {
  #core: Promise<HighlighterCore> | undefined;
  #made: HighlighterCore | undefined;
  readonly #ready = new Set<string>();
  /** The state of the grammar after the coloured part of each block. */
  readonly #places = new Map<number, { at: number; state: GrammarState | undefined }>();

  /** Fetches the grammar, with those it embeds, and lets it compile its expressions. For some languages that takes seconds. */
  async prepare({ info }: CodeToColour): Promise<void> {
    this.#core ??= createHighlighterCore({
      engine: createJavaScriptRegexEngine({ forgiving: true }),
      themes: [createCssVariablesTheme({ name: THEME, variablePrefix: PREFIX })],
    });
    this.#made = await this.#core;
    const language = languageOf(info);
    if (language === undefined || this.#ready.has(language)) return;
    await this.#made.loadLanguage(bundledLanguages[language as keyof typeof bundledLanguages]);
    this.#made.codeToTokens(HARMLESS, { lang: language, theme: THEME, tokenizeTimeLimit: 0 });
    this.#ready.add(language);
  }

  /** Colours whole lines, from the end of the last portion on. */
  colour({ block, info, from, code }: CodeToColour): ColouredCode {
    const language = languageOf(info);
    if (language === undefined) return { name: undefined, lines: [] };
    const name = names.get(language);
    const place = from === 0 ? { at: 0, state: undefined } : this.#places.get(block);
    if (this.#made === undefined || place?.at !== from) return { name, lines: "lost" };
    const { tokens, grammarState } = this.#made.codeToTokens(code, {
      lang: language,
      theme: THEME,
      tokenizeMaxLineLength: LONGEST_LINE,
      // No time limit: the first line of a language takes long, because its expressions are compiled then. If it were cut off, the lines
      // after it would be coloured wrongly.
      tokenizeTimeLimit: 0,
      ...(place.state === undefined ? {} : { grammarState: place.state }),
    });
    this.#remember(block, from + code.length, grammarState);
    const lines = tokens.map((line) =>
      joined(line.map(({ content, color }) => ({ text: content, kind: kindOf(color) }))),
    );
    // After a final newline Shiki returns an empty line, which does not exist yet.
    return { name, lines: code.endsWith("\n") ? lines.slice(0, -1) : lines };
  }

  #remember(block: number, at: number, state: GrammarState | undefined): void {
    this.#places.delete(block);
    this.#places.set(block, { at, state });
    for (const oldest of this.#places.keys()) {
      if (this.#places.size <= MOST_PLACES) return;
      this.#places.delete(oldest);
    }
  }
}
