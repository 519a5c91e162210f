/** Where words stand on the page: ranges over what is rendered, for highlights that change nothing of it. */
import { foldWithPlaces, matchesIn } from "../../../src-preload/contract/matching";

const BLOCKS =
  "p, div, li, ul, ol, pre, h1, h2, h3, h4, h5, h6, blockquote, table, tr, td, th, br, hr, section, dd, dt";
const UNREAD = "button, script, style, svg, iframe, [aria-hidden='true'], .katex, .unseen";

/** A block of words: its text, the nodes with where each begins, a space where the page has a gap, and all of it folded. */
interface Reading {
  text: string;
  nodes: { node: Text; at: number }[];
  folded: string;
  places: number[];
}

function read(root: Element): Reading {
  const nodes: Reading["nodes"] = [];
  let text = "";
  const visit = (node: Node) => {
    if (node instanceof Text) {
      nodes.push({ node, at: text.length });
      text += node.data;
      return;
    }
    if (!(node instanceof Element) || node.matches(UNREAD)) return;
    const apart = node.matches(BLOCKS);
    if (apart) text += "\n";
    for (const child of node.childNodes) visit(child);
    if (apart) text += "\n";
  };
  visit(root);
  return { text, nodes, ...foldWithPlaces(text) };
}

/** The words of a message as they stand on the page; thoughts are not looked through. */
export function readMessage(article: Element): readonly Reading[] {
  return [...article.querySelectorAll(".text")]
    .filter((block) => block.closest(".reasoning") === null)
    .map(read);
}

/** Ranges over matches at `starts`, in order: the nodes in which they stand are gone through once. */
function rangesAt({ text, nodes, places }: Reading, starts: readonly number[], length: number): Range[] {
  let next = 0;
  const pointAt = (place: number, isEnd: boolean) => {
    const isBefore = (node: { at: number } | undefined) =>
      node !== undefined && (isEnd ? node.at < place : node.at <= place);
    while (isBefore(nodes[next])) next += 1;
    const found = nodes[next - 1];
    return found && { node: found.node, offset: Math.min(place - found.at, found.node.length) };
  };
  return starts.flatMap((at) => {
    const last = places[at + length - 1] ?? 0;
    const from = pointAt(places[at] ?? 0, false);
    // After the last character, whose accents are its own.
    const to = pointAt(last + String.fromCodePoint(text.codePointAt(last) ?? 32).length, true);
    if (from === undefined || to === undefined) return [];
    const range = document.createRange();
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset);
    return [range];
  });
}

/** Thousands of ranges would stop the page; no view holds as many. */
const MOST_BEFORE = 500;

/** The matches around the `nth` (or the last there is), which of them it is, and whether it is itself there. */
export function rangesAround(
  readings: readonly Reading[],
  needle: string,
  nth: number,
): { ranges: Range[]; current: Range | undefined; isThere: boolean } {
  const all = readings.map((reading) => matchesIn(reading.folded, needle));
  const total = all.reduce((sum, starts) => sum + starts.length, 0);
  const at = Math.min(nth, total - 1);
  const from = Math.max(0, at - MOST_BEFORE);
  let before = 0;
  const ranges = readings.flatMap((reading, index) => {
    const starts = all[index] ?? [];
    const wanted = starts.slice(Math.max(0, from - before), Math.max(0, at + MOST_BEFORE - before));
    before += starts.length;
    return rangesAt(reading, wanted, needle.length);
  });
  return { ranges, current: ranges[at - from], isThere: nth < total };
}
