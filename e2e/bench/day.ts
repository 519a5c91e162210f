/** A session that is worked in all day, in the real window: what a turn, a key, a frame and memory cost after hundreds of dense answers. */
import { setTimeout } from "node:timers/promises";
import type { CallResult } from "../../src-preload/contract/domain/errors";
import { ending, type Step } from "../fixtures/provider/script";
import { type BenchApp, inApp } from "./app";
import { atMost, type Line, median, mib, timeRatio } from "./lines";
import { framesDuring, typeKeys } from "./page";

/** Turns of another session before the day begins: the page's code is compiled, its workers are up. */
const WARM = 60;
/** Turns after which it is measured, first and last. */
const FIRST = 10;
const LAST = 500;
/** Turns that are timed, and keys that are pressed, at each of the two. */
const TIMED = 9;
const KEYS = 60;
const PIECE = 64;
/** Milliseconds from one question to the next: a page may ask sixty in a minute. */
const BETWEEN_MS = 1_010;

const CODE = ["ts", "python", "rust", "go", "java", "css", "sql", "bash"] as const;

/** 4 KB: headings, prose, lists, a table, code in eight languages, formulas; no two alike. */
function denseAnswer(turn: number): string {
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
    private readonly app: BenchApp,
    private readonly session_id: string,
  ) {}

  /** Milliseconds from sending until the answer's last frame. */
  async turn(steps: Step[] = atFullSpeed(denseAnswer(this.#turn))): Promise<number> {
    this.#turn += 1;
    await setTimeout(Math.max(0, this.#sent + BETWEEN_MS - performance.now()));
    this.#sent = performance.now();
    this.app.provider.enqueue(steps);
    return await this.app.page.evaluate(
      async ([session_id, text]) => {
        // Nothing in here has a name of its own: the compiler would mark it with a helper.
        let newest = [...document.querySelectorAll<HTMLElement>("[role=log] article")].at(-1);
        const before = newest?.dataset.messageId;
        const begun = performance.now();
        const { braid } = window as unknown as { braid: Braid };
        const result = await braid.call("session.send", { session_id, text });
        if (!result.ok) throw new Error(JSON.stringify(result.error));
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
    await this.app.page.locator("article[data-state=streaming]").waitFor({ state: "attached" });
    let keys: number[] = [];
    const { dropped } = await framesDuring(this.app.page, async () => {
      keys = await typeKeys(this.app.page, KEYS);
    });
    await done;
    return { key: median(keys), dropped };
  }

  /** Nodes of the document, and bytes that the process of the page holds after it has collected its garbage. */
  async weight(): Promise<{ nodes: number; bytes: number }> {
    const { braid, page } = this.app;
    const client = await page.context().newCDPSession(page);
    await client.send("HeapProfiler.collectGarbage");
    await client.detach();
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    const bytes = await braid.app.evaluate(({ app, BrowserWindow }) => {
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

/** A new session with one answer in it. */
async function newDay(app: BenchApp): Promise<Day> {
  const { page, provider } = app;
  await page.keyboard.press("Control+n");
  await page.locator("h1", { hasText: "New session" }).waitFor();
  provider.enqueue(atFullSpeed("Hello."));
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Hello.");
  await page.keyboard.press("Enter");
  await page.locator("article[data-role=assistant][data-state=done]").waitFor();
  const session_id = await page.locator("[role=treeitem][aria-current]").getAttribute("data-session-id");
  return new Day(app, session_id ?? "");
}

async function measure(app: BenchApp): Promise<Line[]> {
  await app.page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
  const before = await newDay(app);
  await before.until(WARM);
  await before.measure();
  const day = await newDay(app);
  await day.until(FIRST);
  const first = await day.measure();
  await day.until(LAST);
  const last = await day.measure();
  const of = `after ${LAST} dense turns / after ${FIRST}`;
  return [
    timeRatio(`a turn at full speed, ${of}`, [last.turn], [first.turn], 1.2),
    timeRatio(`main-thread time of a key while an answer is written, ${of}`, [last.key], [first.key], 1.2),
    atMost(
      `frames dropped at 100 chunks a second, ${of}: difference`,
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

export const day = (): Promise<Line[]> => inApp(measure);
