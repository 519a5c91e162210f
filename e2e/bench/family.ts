/** A family of five hundred branches in the real window: listed in the picker, and drawn as a tree that is gone through by key. */

import { openDatabase } from "../../src-main/store/database/connection";
import { longestTask } from "../fixtures/held";
import { fillBranches } from "../fixtures/many-rows";
import { type BenchApp, inApp } from "./app";
import { fillSessions } from "./core";
import { type Line, median, milliseconds, never } from "./lines";
import { type Clocks, interleaved } from "./measure";
import { framesDuring, idle, restFor } from "./page";

const BRANCHES = 500;
const ROUNDS = 9;
const STEPS = 12;
const FRAMES_AT_REST = 20;
/** Half a frame more than one of 60 a second: a longer one has left a frame out. */
const GOAL_MS = 25;

export const family = (): Promise<Line[]> =>
  inApp(measure, {
    fill: async (file) => {
      await fillSessions(file, 1, 2);
      const db = openDatabase(file);
      fillBranches(db, BRANCHES);
      db.close();
    },
  });

async function measure(app: BenchApp): Promise<Line[]> {
  const { page } = app;
  const first = page.getByRole("treeitem").first();
  const composer = page.getByRole("textbox", { name: "Message" });
  const tree = page.getByRole("tree", { name: "Sessions of the family" });
  const steps = Array.from({ length: STEPS }, () => "ArrowDown");
  await first.click();
  await page.locator("article").first().waitFor();
  const found = await interleaved(ROUNDS, {
    atRest: async () => (await framesDuring(page, () => restFor(page, FRAMES_AT_REST))).longest,
    listed: async () => {
      await first.focus();
      return longestFrame(app, ["ArrowLeft", "ArrowRight", "End", "Home"]);
    },
    drawn: async () => {
      await composer.fill("/family");
      const longest = await longestFrame(app, ["Enter", "ArrowRight", ...steps, "End", "Home"]);
      await tree.waitFor();
      await page.keyboard.press("Escape");
      await tree.waitFor({ state: "detached" });
      return longest;
    },
  });
  const atRest = `at rest worst ${milliseconds(Math.max(...found.atRest))}, median ${milliseconds(median(found.atRest))}`;
  return [
    never("in the window: longest frame while 500 branches are listed", found.listed, GOAL_MS, atRest),
    never("in the window: longest frame while 500 branches are drawn", found.drawn, GOAL_MS, atRest),
  ];
}

/** From before the first key until the page has nothing left to do: the longest frame, and the most that one task computed. */
async function longestFrame(app: BenchApp, keys: readonly string[]): Promise<Clocks> {
  const { page } = app;
  await idle(page);
  let wall = 0;
  const cpu = await longestTask(app, async () => {
    const frames = await framesDuring(page, async () => {
      for (const key of keys) await page.keyboard.press(key);
      await idle(page);
    });
    wall = frames.longest;
  });
  return { wall, cpu };
}
