/** Makes titles from the first words of a message, fit to stand in a list (SE-4). Pure. */

import type { AttachmentRef } from "../../../src-preload/contract/domain/attachments";

const FIRST_WORDS = 60;
export const LONGEST_TITLE = 80;

/**
 * Characters of a message's first line, or of a model's answer behind its thoughts, that are searched for a title. Both may be texts of any
 * length.
 */
export const LOOKED_AT = 400;

/**
 * Control characters, halves of characters, and characters that turn a line's direction or hide in it. Joiners stay: some scripts and most
 * pictures need them.
 */
const UNSEEN = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}\ufffd]/gu;

/** The first line of a question, as a title until the title agent has a better one; empty for a text without words. */
export function firstWords(text: string): string {
  const line =
    text
      .trimStart()
      .slice(0, LOOKED_AT)
      .split(/[\n\r]/, 1)[0] ?? "";
  return cut(onOneLine(line), FIRST_WORDS);
}

/** The first words of a message, or the name of its first file where it has no words. */
export const firstNames = ({
  text,
  attachments,
}: {
  text?: string | undefined;
  attachments?: readonly Pick<AttachmentRef, "filename">[] | undefined;
}): string => firstWords(text ?? "") || firstWords(attachments?.[0]?.filename ?? "");

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

export const onOneLine = (text: string): string =>
  text.replace(/\s/gu, " ").replace(UNSEEN, "").replace(/ +/g, " ").trim();

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** At most `length` characters as a reader counts them, and never more than twice as many code units, however characters are built. */
export function cut(text: string, length: number): string {
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
