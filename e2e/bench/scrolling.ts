/** Scrolling through a session of thousands of messages in the real window, from its end to its beginning. */
import type { Page } from "@playwright/test";
import { longestTask } from "../fixtures/held";
import { type BenchApp, inApp } from "./app";
import { fillSessions } from "./core";
import { atMost, type Line, milliseconds, never } from "./lines";
import { framesDuring, restFor } from "./page";

const MESSAGES = 10_000;
/** CSS pixels a frame. */
const STEP = 600;
const PASSES = 3;

/** Each pass in an app started anew. */
export async function scrolling(): Promise<Line[]> {
  const passes: Pass[] = [];
  for (let pass = 0; pass < PASSES; pass++)
    passes.push(await inApp(scrollOnce, { fill: (file) => fillSessions(file, 1, MESSAGES) }));
  const rest = passes.map(({ atRest }) => milliseconds(atRest)).join(", ");
  const what = `in the window: scrolling through ${MESSAGES} messages, ${STEP} px a frame`;
  const blank = Math.max(...passes.map((pass) => pass.blank));
  return [
    never(`${what}, longest frame of ${PASSES} passes`, passes, 50, `at rest ${rest}`),
    atMost(`${what}, longest time without a message in sight`, blank, 100, " ms"),
  ];
}

interface Pass {
  /** The longest frame, and the most that one task of the page computed. */
  wall: number;
  cpu: number;
  blank: number;
  /** The longest of as many frames of the same page at rest: what the machine adds by itself. */
  atRest: number;
}

async function scrollOnce(app: BenchApp): Promise<Pass> {
  const { page } = app;
  await page.getByRole("treeitem", { name: "Session number 0" }).first().click();
  await page.locator("article", { hasText: `Message ${MESSAGES - 1}: ` }).waitFor();
  let [wall, blank, frames] = [0, 0, 0];
  const cpu = await longestTask(app, async () => {
    const { longest } = await framesDuring(page, async () => {
      ({ blank, frames } = await scrollThrough(page));
    });
    wall = longest;
  });
  const atRest = await framesDuring(page, () => restFor(page, frames));
  return { wall, cpu, blank, atRest: atRest.longest };
}

/** A step a frame, until the beginning has stood still; `blank` is the longest time without a message in sight, in milliseconds. */
function scrollThrough(page: Page): Promise<{ blank: number; frames: number }> {
  return page.evaluate(async (step) => {
    const box = document.querySelector("[role=log]");
    if (box === null) throw new Error("There is no conversation.");
    const { left, top, width, height } = box.getBoundingClientRect();
    let [blank, frames, seen] = [0, 0, performance.now()];
    for (let still = 0; still < 60; ) {
      still = box.scrollTop === 0 ? still + 1 : 0;
      box.scrollTop -= step;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      frames += 1;
      const rows = [...document.querySelectorAll("[role=log] article:not([aria-busy])")];
      const isSeen = rows.some((row) => {
        const place = row.getBoundingClientRect();
        return place.top < top + height && place.bottom > top && place.left < left + width;
      });
      if (isSeen) seen = now;
      blank = Math.max(blank, now - seen);
    }
    return { blank, frames };
  }, STEP);
}
