/** Paints the matches that are on the page, by the Highlight API: not an element is added or changed. */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { foldQuery } from "../../../src-preload/contract/domain/matching";
import { mainThread } from "../../thread/thread";
import { articleOf } from "../../thread/view/built-rows";
import { articlesIn } from "./articles";
import { Readings, rangesAround } from "./find-ranges";
import type { Match } from "./find-state";

const ALL = "find";
const CURRENT = "find-current";

/** Painting anew waits for so many times what it cost. */
const SHARE = 5;

/** All at once: to ask for one after the other is to go through the page as often as there are messages. */
const articlesById = (content: Element, ids: readonly string[]): ReadonlyMap<string, Element> =>
  new Map(
    ids.length === 0 ? [] : articlesIn(content).map((article) => [article.dataset.messageId ?? "", article]),
  );

export interface Painter {
  paint(ids: readonly string[], text: string, current: Match | undefined): void;
  /** Where the current match is, if it is on the page; what cannot be told apart there is the nearest. */
  current(): Range | undefined;
  /** Returns true if that is the match itself. A long answer is drawn a portion a frame, and the match may still be to come. */
  isThere(): boolean;
  close(): void;
}

/** `onStale` is called when the page has changed under the highlights. */
export function createPainter(content: Element, onStale: () => void): Painter {
  let now: Range | undefined;
  let isThere = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  /** Milliseconds that painting took the last time: it has a small part of the time, however much comes. */
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
          // The match is painted once its piece is there.
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
/** Frames in which what comes into view may still find its height. */
const SETTLING = 6;

/** Returns true if the words of a range were drawn anew, so that it stands nowhere. */
const isBroken = ({ startContainer, endContainer, collapsed }: Range): boolean =>
  collapsed || !(startContainer instanceof Text) || !(endContainer instanceof Text);

/** Brings a message, and in it what `range` gives, into the middle of the view. False where that was drawn anew meanwhile. */
export async function reveal(id: MessageId, range: () => Range | undefined): Promise<boolean> {
  const article = articleOf(mainThread, id);
  const box = mainThread.log;
  if (article === undefined || box === undefined) return true;
  if (range() === undefined) article.scrollIntoView({ block: "center" });
  for (let frame = 0; frame < SETTLING; frame++) {
    const view = box.getBoundingClientRect();
    const place = range();
    if (place !== undefined && isBroken(place)) return false;
    const found = (place ?? article).getBoundingClientRect();
    if (found.top < view.top + 40 || found.bottom > view.bottom - 40) {
      box.scrollTop += found.top - view.top - view.height / 3;
      // Known before anything grows: who was at the end is not there any more.
      box.dispatchEvent(new Event("scroll"));
    }
    await nextFrame();
  }
  return true;
}
