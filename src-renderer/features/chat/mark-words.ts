/**
 * Marks the words that a search over all sessions has found in one element: a message beside the main thread, or a summary. In the main
 * thread the search of the conversation marks them, which can go on from there.
 */
import { foldQuery } from "../../../src-preload/contract/domain/matching";
import { reportError } from "../../platform/notices";
import { whenLeft } from "../../thread/view/stand-at";
import { reveal } from "./find-highlights";
import { Readings, rangesAround } from "./find-ranges";

const ALL = "found";
const CURRENT = "found-current";

let end: () => void = () => undefined;

/** Marks all places of `words` in an element, and brings the first into view. `box` scrolls the element. Lasts until the element is left. */
export function markWords(element: HTMLElement, box: HTMLElement, words: string): void {
  end();
  const needle = foldQuery(words);
  const readings = new Readings();
  let frame: number | undefined;
  let first: Range | undefined;
  let isRevealed = false;
  const paint = () => {
    frame = undefined;
    const { ranges, current, isThere, away } = rangesAround(readings.of(element), needle, 0);
    // The words are painted once their piece is built.
    away?.build();
    first = current;
    CSS.highlights.set(ALL, new Highlight(...ranges));
    CSS.highlights.set(CURRENT, current === undefined ? new Highlight() : new Highlight(current));
    if (!isThere || isRevealed) return;
    isRevealed = true;
    const show = async () => {
      isRevealed = await reveal({ article: element, box }, () => first);
    };
    show().catch(reportError);
  };
  const observer = new MutationObserver((records) => {
    for (const { target } of records) readings.forget(target);
    frame ??= requestAnimationFrame(paint);
  });
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  end = () => {
    observer.disconnect();
    if (frame !== undefined) cancelAnimationFrame(frame);
    CSS.highlights.delete(ALL);
    CSS.highlights.delete(CURRENT);
  };
  whenLeft(element, end);
  paint();
}
