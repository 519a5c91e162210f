/** 64 KB of Markdown with code at 100 chunks a second: the main thread of the real window against bare Streamdown with the same highlighter. */
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { _electron, type Page } from "@playwright/test";
import { build } from "vite";
import { ending, type Step } from "../fixtures/provider/script";
import { type BenchApp, inApp } from "./app";
import { atMost, type Line, median, timeRatio } from "./lines";
import { interleaved } from "./measure";
import { framesDuring } from "./page";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SIZE = 65_536;
const CHUNK = 64;
const PAUSE_MS = 10;
const ROUNDS = 3;
const SAMPLE_MS = 200;

const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Prose, lists, tables and code in two languages, each section another. */
function words(): string {
  let text = "";
  for (let section = 1; text.length < SIZE; section++) {
    text += `## Section ${section}\n\nThe store appends what *arrived* and folds it when the turn has **settled**, so that \`frame ${section}\` costs the same. ${"More words that go on for a while. ".repeat(8)}\n\n`;
    text += `- one thing with \`code\`\n- another, [linked](https://example.org/${section})\n- a third\n\n`;
    text += `\`\`\`ts\n${Array.from({ length: 24 }, (_, line) => `export const value${section}_${line} = await compute(${line}, "text ${line}"); // note`).join("\n")}\n\`\`\`\n\n`;
    text += `| name | count |\n|---|---|\n| a${section} | 1 |\n| b | 2 |\n\n`;
    text += `\`\`\`python\n${Array.from({ length: 12 }, (_, line) => `def f${line}(x: int) -> str:\n    return f"{x} {${line}}"`).join("\n")}\n\`\`\`\n\n`;
  }
  return text.slice(0, SIZE);
}

function chunksOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, index) =>
    text.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

interface Cost {
  /** Milliseconds that the main thread computed, in all, and in the last quarter of the time for each in the first. */
  task: number;
  growth: number;
  /** Percent of the frames that there could have been. */
  dropped: number;
}

/** Looks at the page's own counters from the first words until `ended`. */
async function watch(page: Page, begin: () => Promise<void>, ended: () => Promise<boolean>): Promise<Cost> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const samples: { time: number; task: number }[] = [];
  const sample = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const task = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    samples.push({ time: performance.now(), task: 1000 * task });
  };
  const { dropped } = await framesDuring(page, async () => {
    await sample();
    await begin();
    while (!(await ended())) {
      await delay(SAMPLE_MS);
      await sample();
    }
  });
  await devtools.detach();
  const [start, end] = [samples[0], samples.at(-1)];
  if (start === undefined || end === undefined) throw new Error("Nothing was seen.");
  const taskAt = (part: number) =>
    samples.find(({ time }) => time - start.time >= part * (end.time - start.time))?.task ?? end.task;
  const growth = (end.task - taskAt(0.75)) / (taskAt(0.25) - start.task);
  return { task: end.task - start.task, growth, dropped };
}

const isDone = (page: Page, count: number) => () =>
  page.evaluate(
    (wanted) => document.querySelectorAll("article[data-state=done]:not([data-role=user])").length >= wanted,
    count,
  );

/** The page without an app: built here, served with the words at the same pace. */
async function bareSide(folder: string, chunks: readonly string[]) {
  const out = join(folder, "bare-page");
  await build({
    configFile: false,
    logLevel: "error",
    root: at("./bare/streamdown"),
    build: { outDir: out, emptyOutDir: true, target: "chrome130" },
  });
  const server = createServer(async (request, response) => {
    if (request.url !== "/words") {
      const path = request.url === "/" ? "/index.html" : (request.url ?? "");
      const file = await readFile(join(out, path)).catch(() => undefined);
      response.writeHead(file === undefined ? 404 : 200, { "content-type": TYPES[extname(path)] ?? "" });
      response.end(file);
      return;
    }
    response.writeHead(200, { "content-type": "text/plain" });
    for (const chunk of chunks) {
      response.write(chunk);
      await delay(PAUSE_MS);
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const app = await _electron.launch({
    executablePath: process.env.BRAID_ELECTRON ?? "",
    args: [at("./bare/page.cjs"), join(folder, "bare"), "about:blank"],
  });
  const page = await app.firstWindow();
  return {
    run: async () => {
      await page.goto(address);
      const begin = () =>
        page.evaluate(() => {
          void (window as unknown as { begin: () => Promise<void> }).begin();
        });
      return watch(page, begin, isDone(page, 1));
    },
    close: async () => {
      await app.close();
      server.close();
    },
  };
}

function braidSide({ page, provider }: BenchApp, chunks: readonly string[]) {
  const script: Step[] = chunks.flatMap((text): Step[] => [{ text }, { delayMs: PAUSE_MS }]);
  return async (): Promise<Cost> => {
    // A page of its own for each run, as on the other side: grammars are read anew.
    await page.reload();
    provider.enqueue([...script, ...ending()]);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.keyboard.press("Control+n");
    await page.locator("article").first().waitFor({ state: "detached" });
    const begin = async () => {
      await page.getByRole("textbox", { name: "Message" }).fill("Write.");
      await page.getByRole("button", { name: "Send" }).click();
      await page.locator("article[data-state=streaming]").waitFor();
    };
    return watch(page, begin, isDone(page, 1));
  };
}

export async function writing(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), "braid-bench-"));
  const chunks = chunksOf(words());
  const bare = await bareSide(folder, chunks);
  try {
    return await inApp(async (app) =>
      linesOf(await interleaved(ROUNDS, { bare: bare.run, braid: braidSide(app, chunks) })),
    );
  } finally {
    await bare.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function linesOf({ bare, braid }: Record<"bare" | "braid", Cost[]>): Line[] {
  const of = (costs: Cost[], figure: keyof Cost) => costs.map((cost) => cost[figure]);
  const middle = (costs: Cost[], figure: keyof Cost) => median(of(costs, figure));
  const growth = middle(bare, "growth");
  const dropped = middle(bare, "dropped");
  const what = "64 KB of Markdown with code, 100 chunks a second";
  return [
    timeRatio(`${what}: main thread / bare Streamdown`, of(braid, "task"), of(bare, "task"), 1.25),
    atMost(
      `${what}: last quarter / first, bare Streamdown has ${growth.toFixed(2)}`,
      middle(braid, "growth"),
      Number(growth.toFixed(2)),
    ),
    atMost(
      `${what}: frames dropped, bare Streamdown ${dropped.toFixed(1)} %`,
      middle(braid, "dropped"),
      Number((dropped + 1).toFixed(2)),
      " %",
    ),
  ];
}
