/**
 * The colours of code, by Shiki, in a worker. Grammars are local files, each fetched when first needed, matched by JavaScript's own regular
 * expressions: no engine of Shiki's is linear, so one that does not finish is ended with its worker. Tokens are named, not coloured: the
 * colours are tokens.css's, light and dark.
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
/** Characters; a longer line is data, not code. */
const LONGEST_LINE = 1_000;
/** Pieces of a line; what is behind them is one piece without a colour. */
const MOST_PIECES = 400;
/** Lines that have a grammar make the expressions that nearly all code needs. */
const HARMLESS = `import a from "b"; // x
function f(a, b) { return a + 1 * "s"; }
<p class="x">words</p>
# words
class A: def x(self): pass
.a { color: red; }
`;
/** Blocks of code whose grammar's place is remembered between two portions. */
const MOST_PLACES = 64;

/** A piece of a line and the kind of word it is, where it is one. */
export interface Token {
  text: string;
  kind: string | undefined;
}

/** A portion of a block of code. */
export interface CodeToColour {
  /** Tells the blocks of this page apart. */
  block: number;
  /** The first word behind the fence. */
  info: string;
  /** Characters of the block that have been coloured before. */
  from: number;
  /** Whole lines. */
  code: string;
}

export interface ColouredCode {
  /** How the language is called; undefined where there is no such language here. */
  name: string | undefined;
  /** `lost`: where the grammar stood before this portion is not known any more; the block is to be coloured from its start. */
  lines: Token[][] | "lost";
}

const aliases = new Map<string, string>();
for (const { id, aliases: names = [] } of bundledLanguagesInfo)
  for (const name of [id, ...names]) aliases.set(name, id);
const names = new Map(bundledLanguagesInfo.map(({ id, name }) => [id, name]));

/** Shiki's id of the language a fence names, or undefined. */
const languageOf = (info: string): string | undefined => aliases.get(info.toLowerCase());

/** `var(--code-token-keyword)` → `keyword`; the colour of plain text is no kind. */
function kindOf(color: string | undefined): string | undefined {
  const name = color?.slice("var(".length + PREFIX.length, -1);
  return name?.startsWith("token-") === true ? name.slice("token-".length) : undefined;
}

/** Neighbours of one kind are one piece: what the page holds follows what is seen. */
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
  /** Where the grammar stands behind what has been coloured of a block. */
  readonly #places = new Map<number, { at: number; state: GrammarState | undefined }>();

  /** Fetches the grammar that is needed, with those it embeds, and has it make its expressions: for some languages that takes seconds. */
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

  /** The colours of whole lines, from where the portion before ended. */
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
      // The first line of a language takes long, its expressions are made then; cut off, what follows would have its colours.
      tokenizeTimeLimit: 0,
      ...(place.state === undefined ? {} : { grammarState: place.state }),
    });
    this.#remember(block, from + code.length, grammarState);
    const lines = tokens.map((line) =>
      joined(line.map(({ content, color }) => ({ text: content, kind: kindOf(color) }))),
    );
    // Text that ends with a newline has an empty line behind it, which is not there yet.
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
