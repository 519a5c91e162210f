/** Asks a model for a title, and makes its answer fit to stand in a list (SE-4). Loaded when the first title is asked for. */

import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { type Exchange, titlePrompt } from "../context/title-prompt";
import type { Models } from "../ports/models";
import { type Asking, askOnce } from "../run/ask-once";
import { askWilling } from "../run/ask-willing";
import { cut, LONGEST_TITLE, LOOKED_AT, onOneLine } from "./title-text";

const LONGEST_SAID = 64 * 1024;
/** Marks that stand within each other. */
const DEEPEST_MARKS = 8;
/** Tokens. A title needs twenty; the rest is for models that think though nobody knows it. */
const MAX_OUTPUT = 2048;

/** Milliseconds. The signal has the time for a title. */
const UNHURRIED = { first_chunk_timeout_ms: 60_000, stall_timeout_ms: 60_000 };

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

/** Returns the title, if the answer holds one. @throws what the last model throws */
export async function askForTitle(
  models: Pick<Models, "side_models" | "note_refusal" | "resolve">,
  beside: ModelRef,
  system: string,
  exchange: Exchange,
  { signal, account }: Pick<Asking, "signal" | "account">,
): Promise<string | undefined> {
  const question = { system, prompt: titlePrompt(exchange), max_output: MAX_OUTPUT };
  const said = await askWilling(models, {
    refs: models.side_models(beside),
    signal,
    choose: ([ref]) => ref && { ref },
    ask: ({ ref }) => askOnce(models.resolve(ref), question, { signal, times: UNHURRIED, account }),
  });
  if (said === undefined) throw new Error("no model to ask for a title");
  return cleanTitle(said.text);
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
