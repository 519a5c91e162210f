/** Cuts the piece of a text that shows why it was found. Pure. */
import type { Snippet } from "../../../src-preload/contract/domain/search";
import { type Hit, hitsIn, type Sought } from "./hits";

/** Characters of a snippet, and of what stands in it before the first word. */
const LENGTH = 200;
const BEFORE = 50;
/** Characters of a text that are looked through. A page of results costs no more. */
const MOST_READ = 300_000;
const MARKS = /\*\*|`+|^#+ /gm;
/** Matches whatever one line of plain words cannot have. */
const UNEVEN = /[*`#]|[^\S ]| {2}/;
/** Characters that a cut moves to fall between words. */
const TO_SPACE = 20;

type Mark = Snippet["marks"][number];

interface Place {
  text: string;
  hits: Hit[];
  /** The number of different atoms in it. */
  atoms: number;
}

/**
 * Cuts the text that holds most of what was asked. Undefined where there is no text. Of Markdown it leaves out the marks that would stand
 * between the words.
 */
export function cutFrom(texts: readonly string[], sought: Sought, isMarkdown = false): Snippet | undefined {
  const [first] = texts;
  if (first === undefined) return undefined;
  let best: Place = { text: first, hits: [], atoms: 0 };
  for (const text of texts) {
    if (best.atoms === sought.atoms.length) break;
    const place = bestPlace(text, sought);
    if (place.atoms > best.atoms) best = place;
  }
  return cut(best.text, best.hits, isMarkdown);
}

/** The first stretch of a snippet's length that holds the most different atoms. */
function bestPlace(text: string, sought: Sought): Place {
  let best: Place = { text, hits: [], atoms: 0 };
  let hits: Hit[] = [];
  for (const hit of hitsIn(text.slice(0, MOST_READ), sought)) {
    hits = hits.filter(({ start }) => hit.end - start <= LENGTH - BEFORE);
    // No later stretch has more than all of them.
    if (best.atoms === sought.atoms.length && hits[0] !== best.hits[0]) break;
    hits.push(hit);
    const count = hits.length === 1 ? 1 : new Set(hits.map(({ atom }) => atom)).size;
    if (count > best.atoms || (count === best.atoms && hits[0] === best.hits[0]))
      best = { text, hits, atoms: count };
  }
  return best;
}

/** With single spaces, as one line. */
function cut(text: string, hits: readonly Hit[], isMarkdown: boolean): Snippet {
  // The first hit to end is not the first to begin: a long phrase may end with the word that is a hit of its own.
  const marks = joined(hits);
  const from = beginning(text, Math.max(0, (marks[0]?.start ?? 0) - BEFORE));
  const to = ending(text, Math.max(from + LENGTH, hits.at(-1)?.end ?? 0));
  const own = text.slice(from, to);
  const snippet = UNEVEN.test(own) ? evened(text, { from, to, marks, isMarkdown }) : even(own, from, marks);
  snippet.text = snippet.text.trimEnd();
  if (to < text.trimEnd().length) snippet.text += " …";
  return snippet;
}

interface Stretch {
  from: number;
  to: number;
  marks: readonly Mark[];
  isMarkdown: boolean;
}

/** Most pieces have nothing to leave out. */
function even(own: string, from: number, marks: readonly Mark[]): Snippet {
  const before = from > 0 ? "… " : "";
  const shift = before.length - from - (own.startsWith(" ") ? 1 : 0);
  const to = from + own.length;
  return {
    text: before + own.trimStart(),
    marks: marks.map(({ start, end }) => ({ start: start + shift, end: Math.min(end, to) + shift })),
  };
}

function evened(text: string, { from, to, marks, isMarkdown }: Stretch): Snippet {
  const snippet: Snippet = { text: from > 0 ? "… " : "", marks: [] };
  let at = from;
  const add = (until: number): void => {
    const own = text.slice(at, until);
    const piece = (isMarkdown ? own.replace(MARKS, "") : own).replace(/\s+/g, " ");
    snippet.text += snippet.text === "" || snippet.text.endsWith(" ") ? piece.trimStart() : piece;
    at = until;
  };
  for (const mark of marks) {
    add(mark.start);
    const start = snippet.text.length;
    add(Math.min(mark.end, to));
    snippet.marks.push({ start, end: snippet.text.length });
  }
  add(to);
  return snippet;
}

/** In order, those that touch or overlap as one. */
function joined(hits: readonly Hit[]): Mark[] {
  const marks: Mark[] = [];
  for (const { start, end } of hits.toSorted((a, b) => a.start - b.start)) {
    const last = marks.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else marks.push({ start, end });
  }
  return marks;
}

/** Never between the halves of a character. */
function beginning(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, at + TO_SPACE).search(/\s/);
  return space >= 0 ? at + space + 1 : whole(text, at);
}

function ending(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.slice(at, at + TO_SPACE).search(/\s/);
  return space >= 0 ? at + space : whole(text, at);
}

const whole = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
