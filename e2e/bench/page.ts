/** Measures of a page that several lines share: its frames, and keys in the composer. */
import type { Page } from "@playwright/test";

const FRAME_MS = 1000 / 60;

/** Waits until the page has nothing left to do. */
export const idle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

/** Waits for the frame that shows what was done last, and for the next one; gives the milliseconds that both took. */
export const twoFrames = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const begun = performance.now();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now() - begun;
  });

/** So many frames in which nothing happens. */
export const restFor = (page: Page, frames: number): Promise<void> =>
  page.evaluate(async (count) => {
    for (let n = 0; n < count; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, frames);

export interface Frames {
  /** Milliseconds between two frames at most. */
  longest: number;
  /** Percent of the frames that 60 a second make. */
  dropped: number;
}

/** As text: the compiler would mark the function in it with a helper that the page does not have. */
const WATCH = `(() => {
  const seen = (window.framesSeen = { shown: 0, longest: 0, last: Infinity, begun: performance.now() });
  seen.next = requestAnimationFrame(function look(now) {
    seen.shown += 1;
    seen.longest = Math.max(seen.longest, now - seen.last);
    seen.last = now;
    seen.next = requestAnimationFrame(look);
  });
})()`;
const SEEN = `(() => {
  const { shown, longest, begun, next } = window.framesSeen;
  cancelAnimationFrame(next);
  return { shown, longest, passed: performance.now() - begun };
})()`;

/**
 * The frames while `action` goes on, by the times that Chromium gives them: a frame that was left out makes the next one a whole frame
 * longer, a key that is handled within its own frame does not.
 */
export async function framesDuring(page: Page, action: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(WATCH);
  await action();
  const { shown, longest, passed } = await page.evaluate<{ shown: number; longest: number; passed: number }>(
    SEEN,
  );
  return { longest, dropped: 100 * Math.max(0, 1 - (shown * FRAME_MS) / passed) };
}

/** Types so many letters into the composer, one a frame, and takes them out again; milliseconds of the thread for each, layout included. */
export function typeKeys(page: Page, keys: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const box = document.querySelector<HTMLTextAreaElement>("textarea[aria-label=Message]");
    if (box === null) throw new Error("There is no composer.");
    box.focus();
    const times: number[] = [];
    for (let n = 0; n < count; n++) {
      const begun = performance.now();
      document.execCommand("insertText", false, "x");
      box.getBoundingClientRect();
      times.push(performance.now() - begun);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    box.select();
    document.execCommand("delete");
    return times;
  }, keys);
}
