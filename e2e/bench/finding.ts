/** Measures the search in the real window: how soon the results of a key are painted once their answer is there (SE-5). */
import type { Page } from "@playwright/test";
import { inApp } from "./app";
import { fillSessions } from "./core";
import { atMost, type Line, median } from "./lines";

const SESSIONS = 10;
const MESSAGES = 1000;
/** Results of a page of the window. */
const PAGE = 30;

export const finding = (): Promise<Line> =>
  inApp(
    async ({ page }) => {
      await page.getByRole("treeitem").first().waitFor();
      await page.keyboard.press("Control+Shift+F");
      const field = page.getByRole("dialog").getByRole("searchbox");
      const frames: number[] = [];
      for (const first of "23456789") {
        await field.fill("message ");
        await page.getByRole("option").first().waitFor();
        // Each digit leaves other messages, so that each answer changes what is shown.
        for (const digit of `${first}123`) frames.push(await framesOfKey(page, digit));
      }
      return atMost(
        "frames from the answer to a key until its first results are painted",
        Math.max(...frames),
        2,
        "",
        `median ${median(frames)} of ${frames.length} keys, ${SESSIONS * MESSAGES} messages`,
      );
    },
    { fill: (file) => fillSessions(file, SESSIONS, MESSAGES) },
  );

/**
 * Types a letter into the field of the search. A question of our own goes out just before the window's, and the index answers in order: the
 * frames count from its answer, which is there before the window's.
 */
function framesOfKey(page: Page, letter: string): Promise<number> {
  return page.evaluate(
    async ([letter, limit]) => {
      const list = document.querySelector("#search-results");
      const field = document.querySelector("[role=dialog] input");
      if (list === null || !(field instanceof HTMLInputElement)) throw new Error("There is no search.");
      const bridge = (
        window as unknown as { braid: { call(name: string, input: unknown): Promise<unknown> } }
      ).braid;
      let isShown = false;
      const changes = new MutationObserver(() => {
        isShown = true;
      });
      changes.observe(list, { subtree: true, childList: true, characterData: true });
      field.focus();
      const answered = bridge.call("search.find", { text: field.value + letter, order: "newest", limit });
      document.execCommand("insertText", false, letter);
      await answered;
      let frames = 0;
      while (!isShown && frames < 600) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        frames += 1;
      }
      // A change that came before the first frame is painted with that frame.
      changes.disconnect();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return Math.max(1, frames);
    },
    [letter, PAGE] as const,
  );
}
