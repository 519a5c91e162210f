/** Makes titles: from the first words of a message, and from a model's answer, made fit to stand in a list (SE-4). Pure. */

const FIRST_WORDS = 60;
const LONGEST_TITLE = 80;

/**
 * Characters of a message's first line, or of a model's answer behind its thoughts, that are searched for a title. Both may be texts of any
 * length.
 */
const LOOKED_AT = 400;
const LONGEST_SAID = 64 * 1024;
/** Marks that stand within each other. */
const DEEPEST_MARKS = 8;

/**
 * Control characters, halves of characters, and characters that turn a line's direction or hide in it. Joiners stay: some scripts and most
 * pictures need them.
 */
const UNSEEN = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}\ufffd]/gu;

/** Where a model begins to think aloud before it answers. */
const THOUGHTS = /<(think|thinking|reasoning)>/gi;
const LABEL = /^(?:title|titel|titre|título|titolo)\s*[:：]\s*/iu;
const LINK = /!?\[([^\]]*)\]\([^)]*\)/g;
const LINE_MARK = /^(?:#{1,6}|[-*+>•]|\d{1,3}[.)])\s+/;
const EMPHASIS = /(\*\*|__|~~|`{1,3})(.+?)\1/g;
const SINGLE_EMPHASIS = /^([*_])(.+)\1$/;
const QUOTES = "\"'`“”„‟‘’‚‛«»‹›「」『』";
const AROUND = new RegExp(`^[${QUOTES}\\s]+|[${QUOTES}\\s]+$`, "gu");
const SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** The first line of a question, as a title until the title agent has a better one; empty for a text without words. */
export function firstWords(text: string): string {
  const line =
    text
      .trimStart()
      .slice(0, LOOKED_AT)
      .split(/[\n\r]/, 1)[0] ?? "";
  return cut(onOneLine(line), FIRST_WORDS);
}

/**
 * Names a branch after its parent (BR-3) until something of its own is said in it, with a number that nobody of its family has. Numbers
 * begin at 2: the parent is the first.
 */
export function branchTitle(parent: string, family: readonly { title: string }[]): string {
  const name = cut(parent.replace(/ \(\d+\)$/, ""), LONGEST_TITLE);
  const taken = new Set(family.map(({ title }) => title));
  let number = 2;
  while (taken.has(`${name} (${number})`)) number += 1;
  return `${name} (${number})`;
}

/** Undefined where the model's answer holds no title. */
export function cleanTitle(said: string): string | undefined {
  const beginning = withoutThoughts(said.slice(0, LONGEST_SAID)).trimStart().slice(0, LOOKED_AT);
  for (const line of beginning.split(/[\n\r\u2028\u2029]+/)) {
    const title = plainText(onOneLine(line));
    if (SOMETHING.test(title)) return cut(title, LONGEST_TITLE);
  }
  return undefined;
}

/** Drops thoughts, also one that never came to an end. */
function withoutThoughts(said: string): string {
  let rest = "";
  let start = 0;
  for (const { 0: opening, 1: name, index } of said.matchAll(THOUGHTS)) {
    if (index < start) continue;
    rest += `${said.slice(start, index)}\n`;
    const closing = new RegExp(`</${name}>`, "gi");
    closing.lastIndex = index + opening.length;
    if (!closing.test(said)) return rest;
    start = closing.lastIndex;
  }
  return rest + said.slice(start);
}

function plainText(line: string): string {
  let text = line;
  // Marks may stand within each other: **Title: "Names"**.
  for (let before = "", depth = 0; before !== text && depth < DEEPEST_MARKS; depth++) {
    before = text;
    text = text
      .replace(LINE_MARK, "")
      .replace(LINK, "$1")
      .replace(EMPHASIS, "$2")
      .replace(SINGLE_EMPHASIS, "$2")
      .replace(LABEL, "")
      .replace(/(?<![.…])[.。]$/, "");
    text = withoutQuotes(text.trim());
  }
  return text;
}

/** Drops quotes around the whole, not those of a word in it; an apostrophe is no quote. */
function withoutQuotes(text: string): string {
  const inner = text.replace(AROUND, "");
  const stripped = [...text].length - [...inner].length;
  if (stripped === 0) return text;
  const opens = QUOTES.includes([...text][0] ?? " ");
  const closes = QUOTES.includes([...text].at(-1) ?? " ");
  return opens === closes ? inner : text;
}

const onOneLine = (text: string): string =>
  text.replace(/\s/gu, " ").replace(UNSEEN, "").replace(/ +/g, " ").trim();

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** At most `length` characters as a reader counts them, and never more than twice as many code units, however characters are built. */
function cut(text: string, length: number): string {
  let kept = "";
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    count += 1;
    if (count > length || kept.length + segment.length > 2 * length) return `${shortened(kept, length)}…`;
    kept += segment;
  }
  return kept;
}

/** Makes room for the ellipsis. */
function shortened(text: string, length: number): string {
  const characters = [...graphemes.segment(text)].slice(0, length - 1);
  return characters
    .map(({ segment }) => segment)
    .join("")
    .trimEnd();
}
