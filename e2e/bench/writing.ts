/** 64 KB of Markdown with code at 100 chunks a second: the main thread of the real window against bare Streamdown with the same highlighter. */
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { _electron, type Page } from "@playwright/test";
import { build } from "vite";
import { launchBraid } from "../fixtures/launch";
import { startProvider } from "../fixtures/provider/provider";
import { ending, type Step } from "../fixtures/provider/script";
import { KEY, writeSettings } from "../slice/slice";
import { atMost, type Line, median, timeRatio } from "./measure";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SIZE = 65_536;
const CHUNK = 64;
const PAUSE_MS = 10;
const ROUNDS = 3;
const SAMPLE_MS = 200;
const FRAME_MS = 1000 / 60;

const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Prose, lists, tables and code in three languages, each section another. */
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
  /** Milliseconds of the main thread, in all and in the first and last quarter of the time. */
  task: number;
  first: number;
  last: number;
  /** Of the frames there could have been, in percent. */
  dropped: number;
}

/** As text: the compiler would mark its function with a helper that the page does not have. */
const COUNT_FRAMES =
  "window.framesShown = 0; (function count() { window.framesShown += 1; requestAnimationFrame(count); })()";

/** Looks at the page's own counters from the first words until `done`. */
async function watch(page: Page, begin: () => Promise<void>, ended: () => Promise<boolean>): Promise<Cost> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const task = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
  await page.evaluate(COUNT_FRAMES);
  const frames = () => page.evaluate<number>("window.framesShown");
  const framesBefore = await frames();
  const begun = performance.now();
  const samples = [{ time: begun, task: await task() }];
  await begin();
  while (!(await ended())) {
    await delay(SAMPLE_MS);
    samples.push({ time: performance.now(), task: await task() });
  }
  const shown = (await frames()) - framesBefore;
  const [start, end] = [samples[0], samples.at(-1)];
  await session.detach();
  if (start === undefined || end === undefined) throw new Error("Nothing was seen.");
  const taskAt = (part: number) =>
    samples.find(({ time }) => time - start.time >= part * (end.time - start.time))?.task ?? end.task;
  const possible = (end.time - start.time) / FRAME_MS;
  return {
    task: end.task - start.task,
    first: taskAt(0.25) - start.task,
    last: end.task - taskAt(0.75),
    dropped: 100 * Math.max(0, 1 - shown / possible),
  };
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

async function braidSide(folder: string, chunks: readonly string[]) {
  const provider = await startProvider();
  const dataDir = join(folder, "braid");
  await mkdir(dataDir);
  await writeSettings(dataDir, provider.baseUrl);
  const braid = await launchBraid({ dataDir, env: { SCRIPTED_KEY: KEY } });
  const page = braid.window;
  const script: Step[] = chunks.flatMap((text): Step[] => [{ text }, { delayMs: PAUSE_MS }]);
  return {
    run: async () => {
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
    },
    close: async () => {
      await braid.close();
      await provider.close();
    },
  };
}

export async function writing(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), "braid-bench-"));
  const chunks = chunksOf(words());
  const [bare, braid] = [await bareSide(folder, chunks), await braidSide(folder, chunks)];
  try {
    const found = { bare: [] as Cost[], braid: [] as Cost[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const sides = round % 2 === 0 ? (["bare", "braid"] as const) : (["braid", "bare"] as const);
      for (const side of sides) {
        const cost = await (side === "bare" ? bare : braid).run();
        if (round > 0) found[side].push(cost);
      }
    }
    const middle = (costs: Cost[], of: (cost: Cost) => number) => median(costs.map(of));
    const growth = ({ first, last }: Cost) => last / first;
    const [task, bareTask] = [
      middle(found.braid, (cost) => cost.task),
      middle(found.bare, (cost) => cost.task),
    ];
    const bareGrowth = middle(found.bare, growth);
    const bareDropped = middle(found.bare, (cost) => cost.dropped);
    const what = "64 KB of Markdown with code, 100 chunks a second";
    return [
      timeRatio(`${what}: main thread / bare Streamdown`, task, bareTask, 1.25),
      atMost(
        `${what}: last quarter / first, bare Streamdown has ${bareGrowth.toFixed(2)}`,
        middle(found.braid, growth),
        Number(bareGrowth.toFixed(2)),
      ),
      atMost(
        `${what}: frames dropped, bare Streamdown ${bareDropped.toFixed(1)} %`,
        middle(found.braid, (cost) => cost.dropped),
        Number((bareDropped + 1).toFixed(2)),
        " %",
      ),
    ];
  } finally {
    await bare.close();
    await braid.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
