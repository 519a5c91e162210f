/**
 * Shiki, which is not part of the start: grammars as local files, each fetched when first needed, matched by JavaScript's own regular
 * expressions (the page's policy allows no WebAssembly). Tokens are named, not coloured: the colours are tokens.css's, light and dark.
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

/** A piece of a line and the kind of word it is, where it is one. */
export interface Token {
  text: string;
  kind: string | undefined;
}

const engine = createJavaScriptRegexEngine({ forgiving: true });
let core: HighlighterCore | undefined;
let made: Promise<HighlighterCore> | undefined;

const aliases = new Map<string, string>();
for (const { id, aliases: names = [] } of bundledLanguagesInfo)
  for (const name of [id, ...names]) aliases.set(name, id);
const names = new Map(bundledLanguagesInfo.map(({ id, name }) => [id, name]));

/** Shiki's id of the language a fence names, or undefined. */
export const languageOf = (info: string): string | undefined => aliases.get(info.toLowerCase());

/** How a language is called, for its label. */
export const languageName = (info: string): string | undefined => names.get(languageOf(info) ?? "");

const ready = new Set<string>();
const loading = new Map<string, Promise<void>>();

export const isReady = (language: string): boolean => ready.has(language);

/** Fetches a grammar and those it embeds. A second wish for one that is on its way is the same wish. */
export function load(language: string): Promise<void> {
  const known = loading.get(language);
  if (known !== undefined) return known;
  const asked = (async () => {
    made ??= createHighlighterCore({
      engine,
      themes: [createCssVariablesTheme({ name: THEME, variablePrefix: PREFIX })],
    });
    core = await made;
    await core.loadLanguage(bundledLanguages[language as keyof typeof bundledLanguages]);
    ready.add(language);
  })();
  loading.set(language, asked);
  return asked;
}

/** `var(--code-token-keyword)` → `keyword`; the colour of plain text is no kind. */
function kindOf(color: string | undefined): string | undefined {
  const name = color?.slice("var(".length + PREFIX.length, -1);
  return name?.startsWith("token-") === true ? name.slice("token-".length) : undefined;
}

export interface Tokenised {
  lines: Token[][];
  /** Where the grammar stands behind the last line. */
  state: GrammarState | undefined;
}

/** Lines of code, from where `state` left off. The language must be ready. */
export function tokenise(code: string, language: string, state: GrammarState | undefined): Tokenised {
  if (core === undefined) return { lines: [], state };
  const { tokens, grammarState } = core.codeToTokens(code, {
    lang: language,
    theme: THEME,
    tokenizeMaxLineLength: LONGEST_LINE,
    // The first line of a language takes long, its expressions are made then; cut off, what follows would have its colours.
    tokenizeTimeLimit: 0,
    ...(state === undefined ? {} : { grammarState: state }),
  });
  const lines = tokens.map((line) =>
    line.map(({ content, color }) => ({ text: content, kind: kindOf(color) })),
  );
  return { lines, state: grammarState };
}
