/** Long conversations in the real window: what showing one costs, what a key costs in it, what is left of those that were left. */
import type { Page } from "@playwright/test";
import type { RunningBraid } from "../fixtures/launch";
import type { Step } from "../fixtures/provider/script";
import { type BenchApp, inApp } from "./app";
import { fillSessions } from "./core";
import { atMost, type Line, median, mib, milliseconds, timeRatio } from "./lines";
import { interleaved } from "./measure";
import { typeKeys } from "./page";

const MESSAGES = 2_000;
/** Sessions 0 … 50 are opened and left; the one after them is elsewhere. */
const LEFT = 50;
const ROUNDS = 9;
const KEYS = 60;

export const conversation = (): Promise<Line[]> =>
  inApp(
    async (app) => {
      await app.page.getByRole("treeitem").first().waitFor();
      return [await memoryLine(app.braid), await showingLine(app.page), await keyLine(app)];
    },
    { fill: (file) => fillSessions(file, LEFT + 2, MESSAGES) },
  );

/** Shows a session through its row's own handler; milliseconds until its newest message is painted. */
function show(page: Page, number: number): Promise<number> {
  return page.evaluate(
    async ([title, words]) => {
      const log = document.querySelector("[role=log]");
      const tree = document.querySelector<HTMLElement>("[role=tree]")?.parentElement;
      if (log === null || !tree) throw new Error("This is not the window that was expected.");
      const row = `[role=treeitem][aria-label="${title}"]`;
      // Rows out of sight are not built. Nothing in here has a name of its own: the compiler would mark it with a helper.
      for (let top = 0; document.querySelector(row) === null && top <= tree.scrollHeight; top += 200) {
        tree.scrollTop = top;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
      const item = document.querySelector<HTMLElement>(row);
      if (item === null) throw new Error(`There is no ${title} in the list.`);
      const begun = performance.now();
      item.click();
      while (
        document.querySelector("h1")?.textContent !== title ||
        [...log.querySelectorAll("article")].at(-1)?.textContent?.includes(words ?? "") !== true
      )
        await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return performance.now() - begun;
    },
    [`Session number ${number}`, `Message ${MESSAGES * (number + 1) - 1}: `] as const,
  );
}

/** Milliseconds to lay out and paint as many rows at once, as nodes: the work of React is not even counted. */
function renderAll(page: Page): Promise<number> {
  return page.evaluate(async (messages) => {
    const shown = [...document.querySelectorAll<HTMLElement>("[role=log] .message-row")];
    const list = document.querySelector("[role=log] .message-rows");
    if (list === null || shown.length === 0) throw new Error("There is nothing to render.");
    const all = list.cloneNode(false) as HTMLElement;
    const begun = performance.now();
    for (let n = 0; n < messages; n++) all.append(shown[n % shown.length]?.cloneNode(true) as HTMLElement);
    list.after(all);
    all.getBoundingClientRect();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const took = performance.now() - begun;
    all.remove();
    return took;
  }, MESSAGES);
}

async function showingLine(page: Page): Promise<Line> {
  let last = 0;
  const found = await interleaved(ROUNDS, {
    shown: () => {
      last = last === 0 ? 1 : 0;
      return show(page, last);
    },
    all: () => renderAll(page),
  });
  const what = "showing a 2,000-message conversation / rendering all of its rows at once";
  const [shown, all] = [median(found.shown), median(found.all)];
  return atMost(what, shown / all, 0.1, "", `${milliseconds(shown)} / ${milliseconds(all)}`);
}

/** Milliseconds of a key, in three samples; a first one warms up what the place of the caret needs, and is thrown away. */
async function keysHere(page: Page): Promise<number[]> {
  const samples: number[] = [];
  for (let sample = 0; sample <= 3; sample++) samples.push(median(await typeKeys(page, KEYS)));
  return samples.slice(1);
}

async function keyLine({ page, provider }: BenchApp): Promise<Line> {
  await page.keyboard.press("Control+n");
  await page.locator("h1", { hasText: "New session" }).waitFor();
  const empty = await keysHere(page);
  await show(page, 0);
  const chunks: Step[] = Array.from({ length: 6_000 }, () => [
    { text: "and a few words more " },
    { delayMs: 10 },
  ]).flat();
  provider.enqueue(chunks);
  const session_id = await page.locator("[role=treeitem][aria-current]").getAttribute("data-session-id");
  await page.evaluate(
    (input) =>
      (window as unknown as { braid: { call(name: string, input: unknown): Promise<unknown> } }).braid.call(
        "session.send",
        input,
      ),
    { session_id, text: "Talk.", model: { provider_id: "scripted", model_id: "big" } },
  );
  await page.locator("article[data-state=streaming]", { hasText: "few words" }).waitFor();
  const streaming = await keysHere(page);
  const isStreaming = await page.locator("article[data-state=streaming]").count();
  if (isStreaming === 0) throw new Error("The answer ended before the keys were counted.");
  const what =
    "main-thread time of a key in the composer, in that conversation while it streams / in an empty one";
  return timeRatio(what, streaming, empty, 1.3);
}

/** Bytes that the window and main hold, after each has collected its garbage. */
async function memory({ app, window }: RunningBraid): Promise<number> {
  const client = await window.context().newCDPSession(window);
  await client.send("HeapProfiler.collectGarbage");
  await client.detach();
  return await app.evaluate(({ app: electron }) => {
    const v8 = process.getBuiltinModule("v8");
    v8.setFlagsFromString("--expose-gc");
    process.getBuiltinModule("vm").runInNewContext("gc")();
    const parts = electron.getAppMetrics().filter(({ type }) => type === "Browser" || type === "Tab");
    return parts.reduce((sum, part) => sum + part.memory.workingSetSize, 0) * 1024;
  });
}

async function memoryLine(braid: RunningBraid): Promise<Line> {
  await show(braid.window, LEFT);
  await show(braid.window, LEFT + 1);
  const one = await memory(braid);
  for (let number = 0; number < LEFT; number++) await show(braid.window, number);
  await show(braid.window, LEFT + 1);
  const many = await memory(braid);
  return atMost(
    "memory of window and main after opening and leaving 50 sessions of 2,000 messages / after one",
    many / one,
    1.3,
    "",
    `${mib(many)} / ${mib(one)}`,
  );
}
