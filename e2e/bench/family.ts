/** A family of five hundred branches in the real window: listed in the picker, drawn as a tree, and gone through by key. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { withDatabase } from "../fixtures/database";
import { launchBraid } from "../fixtures/launch";
import { fillBranches } from "../fixtures/many-rows";
import { startProvider } from "../fixtures/provider/provider";
import { reply } from "../fixtures/provider/script";
import { KEY, writeSettings } from "../slice/slice";
import { atMost, type Line, median } from "./measure";

const BRANCHES = 500;
const ROUNDS = 9;
const STEPS = 12;
/** Half a frame more than one of 60 a second: what takes longer has left one out. */
const GOAL_MS = 25;

export async function family(): Promise<Line[]> {
  const provider = await startProvider();
  const dataDir = await mkdtemp(join(tmpdir(), "braid-bench-"));
  await writeSettings(dataDir, provider.baseUrl, {});
  const braid = await launchBraid({ dataDir, env: { SCRIPTED_KEY: KEY } });
  try {
    const page = braid.window;
    provider.enqueue(reply("Yes."));
    await page.getByRole("textbox", { name: "Message" }).fill("A plan?");
    await page.keyboard.press("Enter");
    await page.getByRole("treeitem", { name: "A plan?" }).waitFor();
    await page.locator("article[data-state=done][data-role=assistant]").waitFor();
    withDatabase(dataDir, (db) => fillBranches(db, BRANCHES));
    await page.reload();
    return [await listing(page), await drawing(page)];
  } finally {
    await braid.close();
    await provider.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** What the machine itself needs for a frame in which nothing happens. */
async function still(page: Page): Promise<string> {
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) longest.push(await longestFrame(page, []));
  return `${median(longest).toFixed(0)} ms where nothing happens`;
}

async function listing(page: Page): Promise<Line> {
  const first = page.getByRole("treeitem").first();
  await first.waitFor();
  const control = await still(page);
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await first.focus();
    longest.push(await longestFrame(page, ["ArrowLeft", "ArrowRight", "End", "Home"]));
  }
  return atMost(
    "in the window: longest frame while 500 branches are listed",
    median(longest),
    GOAL_MS,
    " ms",
    `${control}, ${worst(longest)}`,
  );
}

async function drawing(page: Page): Promise<Line> {
  const composer = page.getByRole("textbox", { name: "Message" });
  const tree = page.getByRole("tree", { name: "Sessions of the family" });
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await composer.fill("/family");
    const steps = Array.from({ length: STEPS }, () => "ArrowDown");
    longest.push(await longestFrame(page, ["Enter", "ArrowRight", ...steps, "End", "Home"]));
    await tree.waitFor();
    await page.keyboard.press("Escape");
    await tree.waitFor({ state: "detached" });
  }
  return atMost(
    "in the window: longest frame while 500 branches are drawn",
    median(longest),
    GOAL_MS,
    " ms",
    worst(longest),
  );
}

const worst = (longest: readonly number[]) =>
  `in the worst of ${ROUNDS} rounds ${Math.max(...longest).toFixed(0)} ms`;

/**
 * Frames by their own times, as Chromium hands them out: one that was left out makes the next a whole frame later, and a key that is
 * handled within its frame does not. As text: the compiler would mark its function with a helper that the page does not have.
 */
const WATCH =
  "cancelAnimationFrame(window.watching); window.longestFrame = 0; window.lastFrame = Infinity; window.watching = requestAnimationFrame(function look(now) { window.longestFrame = Math.max(window.longestFrame, now - window.lastFrame); window.lastFrame = now; window.watching = requestAnimationFrame(look); })";

const TEN_FRAMES =
  "new Promise((done) => { let left = 10; (function next() { left-- ? requestAnimationFrame(next) : done(); })(); })";

/** Milliseconds between two frames at most, from before the first key until after the last. */
async function longestFrame(page: Page, keys: readonly string[]): Promise<number> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.evaluate(WATCH);
  for (const key of keys) await page.keyboard.press(key);
  if (keys.length === 0) await page.evaluate(TEN_FRAMES);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return page.evaluate<number>("window.longestFrame");
}
