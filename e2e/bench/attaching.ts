/** Attaching in mid-run against opening the same answer settled, in the real window: from the click in the picker to the last words painted. */
import type { Page } from "@playwright/test";
import { ending, type Script, type Step } from "../fixtures/provider/script";
import { type BenchApp, inApp } from "./app";
import { type Line, median, milliseconds, timeRatio } from "./lines";
import { interleaved } from "./measure";
import { idle, twoFrames } from "./page";

const CHUNKS = 10_000;
/** Chunks of a paragraph; each chunk has twenty characters. */
const PARAGRAPH = 10;
const ROUNDS = 15;
const GATE = "mid-run";
const LAST_WORDS = "These are the last words.";
/** Longer than the bench. */
const NEVER_MS = 3_600_000;

export const attaching = (): Promise<Line[]> =>
  inApp(measure, { run: { first_chunk_timeout_ms: NEVER_MS, stall_timeout_ms: NEVER_MS } });

async function measure(app: BenchApp): Promise<Line[]> {
  const { page } = app;
  await ask(app, "Elsewhere", [{ text: LAST_WORDS }, ...ending()]);
  await ask(app, "Settled", [...longAnswer(), ...ending()]);
  await page.getByRole("button", { name: /^Stop/ }).waitFor({ state: "detached" });
  await ask(app, "Running", [...longAnswer(), { gate: GATE }, ...ending()]);
  const openFromElsewhere = (title: string) => async () => {
    await open(page, "Elsewhere");
    // The visit before may have left work to the page.
    await idle(page);
    return open(page, title);
  };
  const found = await interleaved(ROUNDS, {
    running: openFromElsewhere("Running"),
    settled: openFromElsewhere("Settled"),
    frames: async () => {
      await idle(page);
      return twoFrames(page);
    },
  });
  // A window that showed the answer at once would still wait for the two frames.
  const frames = median(found.frames);
  const line = timeRatio(
    "in the window: attaching in mid-run with 10,000 chunks / opening the same answer settled",
    found.running.map((ms) => ms - frames),
    found.settled.map((ms) => ms - frames),
    1.5,
  );
  return [{ ...line, value: `${line.value}; ${milliseconds(frames)} of frames taken off both` }];
}

/** Sends a message from a new session and waits for the last words of its answer. */
async function ask({ page, provider }: BenchApp, title: string, script: Script): Promise<void> {
  provider.enqueue(script);
  await page.keyboard.press("Control+n");
  await page.getByRole("textbox", { name: "Message" }).fill(title);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("treeitem", { name: title }).waitFor();
  await page.getByRole("log").getByText(LAST_WORDS).waitFor();
}

function longAnswer(): Step[] {
  const paragraph: Step[] = [
    { chunks: { count: PARAGRAPH - 1, text: "and a few words more" } },
    { text: " to end a paragraph\n" },
  ];
  const paragraphs = Array.from({ length: CHUNKS / PARAGRAPH }, () => paragraph).flat();
  return [...paragraphs, { text: LAST_WORDS }];
}

/** Clicks a session in the picker; milliseconds, by the page's own clock, until the end of its answer is painted. */
function open(page: Page, title: string): Promise<number> {
  // Nothing in here has a name of its own: the compiler would mark it with a helper that the page does not have.
  return page.evaluate(
    async ([name, words]) => {
      const item = document.querySelector<HTMLElement>(`[role=treeitem][aria-label="${name}"]`);
      const log = document.querySelector("[role=log]");
      if (item === null || log === null) throw new Error(`There is no ${name} to open.`);
      const begun = performance.now();
      item.click();
      await new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          const articles = log.querySelectorAll("article");
          if (articles[0]?.textContent?.includes(name) !== true) return;
          if (articles[articles.length - 1]?.textContent?.includes(words) !== true) return;
          observer.disconnect();
          resolve();
        }).observe(log, { childList: true, characterData: true, subtree: true });
      });
      // The frame that shows it, and the next, which begins when that one is done.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return performance.now() - begun;
    },
    [title, LAST_WORDS] as const,
  );
}
