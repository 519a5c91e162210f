/** Where words stand on the page: ranges over what is rendered, for highlights that change nothing of it. */
import { foldWithPlaces, matchesIn } from "../../../src-preload/contract/matching";

const BLOCKS =
  "p, div, li, ul, ol, pre, h1, h2, h3, h4, h5, h6, blockquote, table, tr, td, th, br, hr, section, dd, dt";
const UNREAD = "button, script, style, svg, iframe, [aria-hidden='true'], .katex, .unseen";

/** The text of a block of words, its nodes with where each begins, and a space where the page has a gap. */
function read(root: Element): { text: string; nodes: { node: Text; at: number }[] } {
  const nodes: { node: Text; at: number }[] = [];
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
  return { text, nodes };
}

function rangesOf(root: Element, needle: string): Range[] {
  const { text, nodes } = read(root);
  const { folded, places } = foldWithPlaces(text);
  const pointAt = (place: number, isEnd: boolean) => {
    const found = nodes.findLast(({ at }) => (isEnd ? at < place : at <= place));
    return found && { node: found.node, offset: Math.min(place - found.at, found.node.length) };
  };
  return matchesIn(folded, needle).flatMap((at) => {
    const last = places[at + needle.length - 1] ?? 0;
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

/** The matches in the words of a message, in order; thoughts are not looked through. */
export function rangesIn(article: Element, needle: string): Range[] {
  return [...article.querySelectorAll(".text")]
    .filter((block) => block.closest(".reasoning") === null)
    .flatMap((block) => rangesOf(block, needle));
}
