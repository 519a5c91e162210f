/** Paints the matches on the page by the Highlight API, without adding or changing elements. */
import { foldQuery } from "../../../src-preload/contract/domain/matching";
import { articlesIn } from "./articles";
import { Readings, rangesAround } from "./find-ranges";
import type { Match } from "./find-state";

const ALL = "find";
const CURRENT = "find-current";

/** Painting again waits for this many times its last cost. */
const SHARE = 5;

/** Finds all messages in one pass over the page, instead of one pass for each. */
const articlesById = (content: Element, ids: readonly string[]): ReadonlyMap<string, Element> =>
  new Map(
    ids.length === 0 ? [] : articlesIn(content).map((article) => [article.dataset.messageId ?? "", article]),
  );

export interface Painter {
  paint(ids: readonly string[], text: string, current: Match | undefined): void;
  /** Returns the place of the current match, if it is on the page. If that place is uncertain, returns the nearest one. */
  current(): Range | undefined;
  /** Returns true if that place is the match itself. A long answer is drawn a portion a frame, so the match may still be missing. */
  isThere(): boolean;
  close(): void;
}

/** `onStale` is called when the page has changed under the highlights. */
export function createPainter(content: Element, onStale: () => void): Painter {
  let now: Range | undefined;
  let isThere = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  /** The milliseconds that the last painting took. However much changes, painting takes a small part of the time. */
  let cost = 0;
  const readings = new Readings();
  const observer = new MutationObserver((records) => {
    for (const { target } of records) readings.forget(target);
    timer ??= setTimeout(() => {
      frame = requestAnimationFrame(() => {
        timer = undefined;
        const begun = performance.now();
        onStale();
        cost = performance.now() - begun;
      });
    }, SHARE * cost);
  });
  observer.observe(content, { childList: true, characterData: true, subtree: true });
  return {
    paint: (ids, text, current) => {
      const needle = foldQuery(text);
      const all = new Highlight();
      now = undefined;
      isThere = false;
      const articles = articlesById(content, ids);
      for (const id of ids) {
        const article = articles.get(id);
        if (article === undefined) continue;
        const isCurrent = id === current?.message_id;
        const found = rangesAround(readings.of(article), needle, isCurrent ? current.nth : 0);
        if (isCurrent) {
          ({ current: now, isThere } = found);
          // The match is painted once its piece is built.
          found.away?.build();
        }
        for (const range of found.ranges) all.add(range);
      }
      CSS.highlights.set(ALL, all);
      CSS.highlights.set(CURRENT, now === undefined ? new Highlight() : new Highlight(now));
    },
    current: () => now,
    isThere: () => isThere,
    close: () => {
      observer.disconnect();
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
      CSS.highlights.delete(ALL);
      CSS.highlights.delete(CURRENT);
    },
  };
}

export const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
/** The frames in which content that comes into view may still change its height. */
const SETTLING = 6;

/** Returns true if the words of a range were drawn again, so that it has no place. */
const isBroken = ({ startContainer, endContainer, collapsed }: Range): boolean =>
  collapsed || !(startContainer instanceof Text) || !(endContainer instanceof Text);

/** Scrolls the boxes between the conversation and the words, so that the words are in them: the box of a long output, say. */
function scrollInner(words: Range, conversation: Element): void {
  let inner = words.startContainer.parentElement;
  for (; inner !== null && inner !== conversation; inner = inner.parentElement) {
    const isBox = ["auto", "scroll"].includes(getComputedStyle(inner).overflowY);
    if (!isBox || inner.scrollHeight <= inner.clientHeight) continue;
    const view = inner.getBoundingClientRect();
    const { top, bottom } = words.getBoundingClientRect();
    if (top < view.top || bottom > view.bottom) inner.scrollTop += top - view.top - view.height / 3;
  }
}

/**
 * Scrolls an element of a box, and the range within it, into the middle of the view. Returns false if the range was drawn again meanwhile.
 */
export async function reveal(
  { article, box }: { article: HTMLElement; box: HTMLElement },
  range: () => Range | undefined,
): Promise<boolean> {
  if (range() === undefined) article.scrollIntoView({ block: "center" });
  for (let frame = 0; frame < SETTLING; frame++) {
    const view = box.getBoundingClientRect();
    const place = range();
    if (place !== undefined && isBroken(place)) return false;
    if (place !== undefined) scrollInner(place, box);
    const found = (place ?? article).getBoundingClientRect();
    if (found.top < view.top + 40 || found.bottom > view.bottom - 40) {
      box.scrollTop += found.top - view.top - view.height / 3;
      // Reports the scroll before anything grows, so that a view that followed the end stops following.
      box.dispatchEvent(new Event("scroll"));
    }
    await nextFrame();
  }
  return true;
}
