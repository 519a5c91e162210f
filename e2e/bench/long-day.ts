/** A session that is worked in all day, in the real window: what a turn, a key, a frame and memory cost after hundreds of dense answers. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { CallResult } from "../../src-preload/contract/domain/errors";
import { launchBraid, type RunningBraid } from "../fixtures/launch";
import { type ScriptedProvider, startProvider } from "../fixtures/provider/provider";
import { ending, type Step } from "../fixtures/provider/script";
import { KEY, writeSettings } from "../slice/slice";
import { fillSessions } from "./fill";
import { atMost, type Line, median, timeRatio } from "./measure";

/** Turns after which it is measured, first and last. */
const FIRST = 10;
const LAST = 500;
/** Turns that are timed, and keys that are pressed, at each of the two. */
const TIMED = 9;
const KEYS = 60;
const PIECE = 64;
/** Milliseconds from one question to the next: a page may ask sixty in a minute. */
const BETWEEN_MS = 1_010;
/** Messages of the session that is scrolled through. */
const MESSAGES = 10_000;
/** CSS pixels a frame. */
const STEP = 600;
const PASSES = 3;

const CODE = ["ts", "python", "rust", "go", "java", "css", "sql", "bash"] as const;

/** 4 KB: headings, prose, lists, a table, code in eight languages, formulas; no two alike. */
export function denseAnswer(turn: number): string {
  const parts = CODE.map((language, at) => {
    const n = 8 * turn + at;
    return [
      `### Part ${n} of *many*`,
      `The **store** appends what arrived, so that \`frame ${n}\` costs $O(${n})$ and [no more](https://example.org/${n}).`,
      `- one thing with \`code ${n}\`\n- another one\n  - and below it a third, $x_{${n}}^2$`,
      `\`\`\`${language}\nlet value_${n} = compute(${n}, "text ${n}");\nif (value_${n} > 1) { return "more than ${n}"; }\n\`\`\``,
      at % 4 === 0 ? `| name | count |\n|---|---:|\n| a${n} | ${n} |\n| b | 2 |` : `> Quoted ${n}.`,
      at % 4 === 2 ? `$$\n\\frac{a_{${n}}}{\\sqrt{b + ${n}}}\n$$` : `Plain words that go on, number ${n}.`,
    ].join("\n\n");
  });
  return parts.join("\n\n");
}

const inPieces = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) => text.slice(at * PIECE, (at + 1) * PIECE));

const atFullSpeed = (text: string): Step[] => [
  ...inPieces(text).map((piece) => ({ text: piece })),
  ...ending(),
];
/** 100 pieces a second. */
const paced = (text: string): Step[] => [
  ...inPieces(text).flatMap((piece): Step[] => [{ text: piece }, { delayMs: 10 }]),
  ...ending(),
];

interface Braid {
  call(name: string, input: unknown): Promise<CallResult<unknown>>;
}

class Day {
  #turn = 0;
  #sent = 0;

  constructor(
    readonly braid: RunningBraid,
    readonly provider: ScriptedProvider,
    readonly session_id: string,
  ) {}

  get page(): Page {
    return this.braid.window;
  }

  /** Milliseconds from sending until the answer's last frame. */
  async turn(steps: Step[] = atFullSpeed(denseAnswer(this.#turn))): Promise<number> {
    this.#turn += 1;
    await setTimeout(Math.max(0, this.#sent + BETWEEN_MS - performance.now()));
    this.#sent = performance.now();
    this.provider.enqueue(steps);
    return await this.page.evaluate(
      async ([session_id, text]) => {
        // Nothing in here has a name of its own: the compiler would mark it with a helper.
        let newest = [...document.querySelectorAll<HTMLElement>("[role=log] article")].at(-1);
        const before = newest?.dataset.messageId;
        const begun = performance.now();
        const { braid } = window as unknown as { braid: Braid };
        const result = await braid.call("session.send", { session_id, text });
        if (!result.ok) throw new Error(result.error.message);
        for (;;) {
          newest = [...document.querySelectorAll<HTMLElement>("[role=log] article")].at(-1);
          const { messageId, role, state } = newest?.dataset ?? {};
          const isDone = messageId !== before && role === "assistant" && state === "done";
          if (isDone && newest?.querySelector(".waiting") === null) break;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return performance.now() - begun;
      },
      [this.session_id, `Question ${this.#turn}`] as const,
    );
  }

  /** Milliseconds of the thread for a key, and frames in percent that were not there, while an answer is being written. */
  async whileWriting(): Promise<{ key: number; dropped: number }> {
    const text = Array.from({ length: 4 }, (_, n) => denseAnswer(10_000 + 4 * this.#turn + n)).join("\n\n");
    const done = this.turn(paced(text));
    await this.page.locator("article[data-state=streaming]").waitFor({ state: "attached" });
    const found = await this.page.evaluate(async (keys) => {
      const box = document.querySelector<HTMLTextAreaElement>("textarea[aria-label=Message]");
      if (box === null) throw new Error("There is no composer.");
      const [begun, times] = [performance.now(), [] as number[]];
      box.focus();
      for (let n = 0; n < keys; n++) {
        const pressed = performance.now();
        document.execCommand("insertText", false, "x");
        box.getBoundingClientRect();
        times.push(performance.now() - pressed);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      const frames = (performance.now() - begun) / (1000 / 60);
      box.select();
      document.execCommand("delete");
      return { times, dropped: 100 * Math.max(0, 1 - keys / frames) };
    }, KEYS);
    await done;
    return { key: median(found.times), dropped: found.dropped };
  }

  /** Nodes of the document, and bytes that the process of the page holds after it has collected its garbage. */
  async weight(): Promise<{ nodes: number; bytes: number }> {
    const client = await this.page.context().newCDPSession(this.page);
    await client.send("HeapProfiler.collectGarbage");
    await client.detach();
    const nodes = await this.page.evaluate(() => document.querySelectorAll("*").length);
    const bytes = await this.braid.app.evaluate(({ app, BrowserWindow }) => {
      const pid = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId();
      return (app.getAppMetrics().find((one) => one.pid === pid)?.memory.workingSetSize ?? 0) * 1024;
    });
    return { nodes, bytes };
  }

  async measure() {
    const turns: number[] = [];
    for (let n = 0; n < TIMED; n++) turns.push(await this.turn());
    const written = [await this.whileWriting(), await this.whileWriting(), await this.whileWriting()];
    return {
      turn: median(turns),
      key: median(written.map(({ key }) => key)),
      dropped: median(written.map(({ dropped }) => dropped)),
      ...(await this.weight()),
    };
  }

  async until(turns: number): Promise<void> {
    while (this.#turn < turns) await this.turn();
  }
}

/** Through a whole session, from its end to its beginning, a step a frame. */
function scrollThrough(page: Page): Promise<{ longest: number; blank: number; frames: number }> {
  return page.evaluate(async (step) => {
    const box = document.querySelector("[role=log]");
    if (box === null) throw new Error("There is no conversation.");
    const { left, top, width, height } = box.getBoundingClientRect();
    let [longest, blank, frames, begun, seen] = [0, 0, 0, performance.now(), performance.now()];
    for (let still = 0; still < 60; ) {
      still = box.scrollTop === 0 ? still + 1 : 0;
      box.scrollTop -= step;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      longest = Math.max(longest, now - begun);
      begun = now;
      frames += 1;
      const rows = [...document.querySelectorAll("[role=log] article:not([aria-busy])")];
      const isSeen = rows.some((row) => {
        const place = row.getBoundingClientRect();
        return place.top < top + height && place.bottom > top && place.left < left + width;
      });
      if (isSeen) seen = now;
      blank = Math.max(blank, now - seen);
    }
    return { longest, blank, frames };
  }, STEP);
}

async function dayLines(braid: RunningBraid, provider: ScriptedProvider): Promise<Line[]> {
  await braid.window.getByRole("treeitem").first().waitFor();
  await braid.window.keyboard.press("Control+n");
  provider.enqueue(atFullSpeed("Hello."));
  await braid.window.getByRole("textbox", { name: "Message", exact: true }).fill("Hello.");
  await braid.window.keyboard.press("Enter");
  await braid.window.locator("article[data-role=assistant][data-state=done]").waitFor();
  const session_id = await braid.window
    .locator("[role=treeitem][aria-current]")
    .getAttribute("data-session-id");
  const day = new Day(braid, provider, session_id ?? "");
  await day.until(FIRST);
  const first = await day.measure();
  await day.until(LAST);
  const last = await day.measure();
  const of = `after ${LAST} dense turns / after ${FIRST}`;
  const mib = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
  return [
    timeRatio(`a turn at full speed, ${of}`, last.turn, first.turn, 1.2),
    timeRatio(`main-thread time of a key while an answer is written, ${of}`, last.key, first.key, 1.2),
    atMost(
      `points of frames dropped at 100 chunks a second, ${of}: difference`,
      last.dropped - first.dropped,
      1,
      " points",
      `${last.dropped.toFixed(1)} % / ${first.dropped.toFixed(1)} %`,
    ),
    atMost(
      `elements of the page, ${of}`,
      last.nodes / first.nodes,
      1.5,
      "",
      `${last.nodes} / ${first.nodes}`,
    ),
    atMost(
      `memory of the page, ${of}`,
      last.bytes / first.bytes,
      1.3,
      "",
      `${mib(last.bytes)} / ${mib(first.bytes)}`,
    ),
  ];
}

/** The longest of as many frames of the same page at rest: what the machine adds by itself. */
function longestAtRest(page: Page, frames: number): Promise<number> {
  return page.evaluate(async (count) => {
    let [longest, begun] = [0, performance.now()];
    for (let n = 0; n < count; n++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      longest = Math.max(longest, performance.now() - begun);
      begun = performance.now();
    }
    return longest;
  }, frames);
}

async function scrollOnce({ window: page }: RunningBraid) {
  await page.getByRole("treeitem", { name: "Session number 0" }).first().click();
  await page.locator("article", { hasText: `Message ${MESSAGES - 1}: ` }).waitFor();
  const found = await scrollThrough(page);
  return { ...found, atRest: await longestAtRest(page, found.frames) };
}

/** Whatever else a machine does makes a frame longer, never shorter: what is long in each of some passes is ours. */
export async function scrolling(): Promise<Line[]> {
  const passes = await inApp(scrollOnce, PASSES);
  const best = passes.reduce((a, b) => (b.longest < a.longest ? b : a));
  const all = passes.map(({ longest, atRest }) => `${longest.toFixed(0)} (at rest ${atRest.toFixed(0)})`);
  const blank = Math.max(...passes.map((pass) => pass.blank));
  const what = `scrolling through ${MESSAGES} messages from the end to the beginning, ${STEP} px a frame`;
  return [
    atMost(
      `${what}: the longest frame, best of ${PASSES}`,
      best.longest,
      50,
      " ms",
      `${all.join(", ")}; ${best.frames} frames`,
    ),
    atMost(`${what}: the longest time without a message in sight`, blank, 100, " ms"),
  ];
}

/** The app on a data folder of its own, with one session of thousands of messages in it; started anew for each pass. */
async function inApp<T>(
  measure: (braid: RunningBraid, provider: ScriptedProvider) => Promise<T>,
  passes: number,
): Promise<T[]> {
  const provider = await startProvider();
  const dataDir = await mkdtemp(join(tmpdir(), "braid-bench-"));
  await writeSettings(dataDir, provider.baseUrl);
  const options = { dataDir, env: { SCRIPTED_KEY: KEY } };
  // The app makes the database, which is then filled while nobody has it open.
  await (await launchBraid(options)).close();
  fillSessions(join(dataDir, "braid.db"), 0, 1, MESSAGES);
  const found: T[] = [];
  try {
    for (let pass = 0; pass < passes; pass++) {
      const braid = await launchBraid(options);
      try {
        found.push(await measure(braid, provider));
      } finally {
        await braid.close();
      }
    }
    return found;
  } finally {
    await provider.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

export const longDay = async (): Promise<Line[]> => (await inApp(dayLines, 1)).flat();
