/** Measures the search in the real window: how soon the results of a key are painted once their answer is there (SE-5). */
import type { ElectronApplication, Page } from "@playwright/test";
import { inApp } from "./app";
import { fillSessions } from "./core";
import { atMost, type Line, median } from "./lines";

const SESSIONS = 10;
const MESSAGES = 1000;

export const finding = (): Promise<Line> =>
  inApp(
    async ({ page, braid: { app } }) => {
      await page.getByRole("treeitem").first().waitFor();
      await noteAnswers(app);
      await page.keyboard.press("Control+Shift+F");
      const field = page.getByRole("dialog").getByRole("searchbox");
      const frames: number[] = [];
      for (const first of "23456789") {
        await field.fill("message ");
        // Its answer is there: the window asks one question at a time.
        await page.getByRole("option", { name: `Message ${MESSAGES * SESSIONS - 1}` }).waitFor();
        // Each digit leaves other messages, so that each answer changes what is shown.
        for (const digit of `${first}123`) {
          const { times, shown } = await framesOfKey(page, digit);
          const answered = await answeredAt(app);
          frames.push(times.filter((time) => time > answered && time <= shown).length);
        }
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

type World = { answeredAt: number };

/** Main notes when the answer to the last search leaves it. */
const noteAnswers = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ ipcMain }) => {
    type Handler = (event: unknown, name: string, input: unknown) => unknown;
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
    const answer = handlers.get("braid:call");
    if (answer === undefined) throw new Error("Main does not answer calls where this measure looks for it.");
    handlers.set("braid:call", async (event, name, input) => {
      const answered = await answer(event, name, input);
      if (name === "search.find") Object.assign(globalThis, { answeredAt: Date.now() });
      return answered;
    });
  });

const answeredAt = (app: ElectronApplication): Promise<number> =>
  app.evaluate(() => (globalThis as unknown as World).answeredAt);

/** Types a letter into the field of the search. Resolves to the times at which frames began, and to that of the first one with its results. */
function framesOfKey(page: Page, letter: string): Promise<{ times: number[]; shown: number }> {
  return page.evaluate(async (letter) => {
    const list = document.querySelector("#search-results");
    const field = document.querySelector("[role=dialog] input");
    if (list === null || !(field instanceof HTMLInputElement)) throw new Error("There is no search.");
    let isShown = false;
    // A new answer changes the list, or puts another one in its place.
    const changes = new MutationObserver((news) => {
      const now = document.querySelector("#search-results");
      if (now !== list || news.some(({ target }) => list.contains(target))) isShown = now !== null;
    });
    changes.observe(field.closest("[role=dialog]") ?? document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    const times: number[] = [];
    field.focus();
    document.execCommand("insertText", false, letter);
    while (!isShown) {
      if (times.length === 600) throw new Error("The results of a key did not come.");
      await new Promise((resolve) => requestAnimationFrame(resolve));
      times.push(Date.now());
    }
    changes.disconnect();
    return { times, shown: Date.now() };
  }, letter);
}
