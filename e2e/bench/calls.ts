/** Measures calls of tools in the window: their cost in its state, and its frames beside a command that writes without a pause. */
import type { Page } from "@playwright/test";
import type { Chunk } from "../../src-preload/contract/domain/messages";
import { reply } from "../fixtures/provider/script";
import { toolPlace } from "../fixtures/tool-place";
import { type BenchApp, inApp } from "./app";
import { atMost, exponent, type Line, median, milliseconds, timeRatio } from "./lines";
import { interleaved, timed } from "./measure";
import { framesDuring, restFor } from "./page";
import { Frames, WindowState } from "./window-state";

const CALLS = 100;
const OUTPUT = "x".repeat(4096);
const INPUT = '{"path":"notes/a file that is written.md","content":"words and more words"}'.slice(0, 64);
const FEW = 400;
const MANY = 3200;
const ROUNDS = 15;

export async function calls(): Promise<Line[]> {
  const frames = Frames.install();
  return [await hundred(frames), await streamed(frames), await besideCommand()];
}

const begun = (window: WindowState): Chunk[] => [
  { type: "start", messageId: window.id },
  { type: "start-step" },
];

/** The packets of one call whose output is 4 KB: each is a frame of its own. */
const callOf = (n: number): Chunk[][] => {
  const call = { toolCallId: `call_${n}`, toolName: "read" };
  return [
    [{ type: "tool-input-start", ...call }],
    [{ type: "tool-input-delta", toolCallId: call.toolCallId, inputTextDelta: '{"path":"a.txt"}' }],
    [{ type: "tool-input-available", ...call, input: { path: "a.txt" } }],
    [{ type: "tool-output-available", toolCallId: call.toolCallId, output: { text: OUTPUT } }],
  ];
};

async function hundred(frames: Frames): Promise<Line> {
  /** A message of so many calls, and the cost of ten more: one call takes less than the clock tells. */
  const tenAfter = async (before: number): Promise<number> => {
    const window = new WindowState(frames, 0);
    await window.take(begun(window));
    for (let n = 0; n < before; n++) for (const packet of callOf(n)) await window.take(packet);
    return await timed(async () => {
      for (let n = before; n < before + 10; n++) for (const packet of callOf(n)) await window.take(packet);
    });
  };
  const { last, first } = await interleaved(ROUNDS, {
    last: () => tenAfter(CALLS - 10),
    first: () => tenAfter(0),
  });
  return timeRatio(
    `calls of 4 KB in the window's state: the last ten of ${CALLS} / the first ten`,
    last,
    first,
    1.5,
  );
}

async function streamed(frames: Frames): Promise<Line> {
  const costOf = async (deltas: number): Promise<number> => {
    const window = new WindowState(frames, 0);
    await window.take(begun(window));
    await window.take([{ type: "tool-input-start", toolCallId: "call", toolName: "write" }]);
    return await timed(async () => {
      for (let n = 0; n < deltas; n++)
        await window.take([{ type: "tool-input-delta", toolCallId: "call", inputTextDelta: INPUT }]);
    });
  };
  const { many, few } = await interleaved(ROUNDS, { many: () => costOf(MANY), few: () => costOf(FEW) });
  const [large, small] = [median(many), median(few)];
  return atMost(
    `a tool's input that streams in, in the window's state: exponent from ${FEW} to ${MANY} deltas`,
    exponent(large, small, MANY / FEW),
    1.1,
    "",
    `${milliseconds(small)} → ${milliseconds(large)}`,
  );
}

/** 10 KB each 50 ms, for six seconds. */
const COMMAND =
  "for i in $(seq 120); do head -c 10000 /dev/zero | tr '\\0' x | fold -w 100; sleep 0.05; done";

async function besideCommand(): Promise<Line> {
  const place = toolPlace();
  try {
    const { during, atRest } = await inApp((app) => watchCommand(app, place.root));
    return atMost(
      "in the window: frames dropped beside a command that writes 200 KB/s, more than at rest",
      Math.max(0, during - atRest),
      5,
      " %",
      `${during.toFixed(1)} % / ${atRest.toFixed(1)} %`,
    );
  } finally {
    place.remove();
  }
}

async function watchCommand({ braid, page, provider }: BenchApp, folder: string) {
  await braid.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);
  await page.getByRole("button", { name: "Work in a folder" }).click();
  await page.getByRole("button", { name: /^Folder: / }).waitFor();
  provider.enqueue(
    reply({ tool: { id: "call_1", name: "bash", input: { command: COMMAND } } }),
    reply("It has ended."),
    reply("A title"),
  );
  await page.getByRole("textbox", { name: "Message" }).fill("Run it.");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Once", exact: true }).click();
  const call = page.locator("article details", { hasText: "head -c" }).first();
  await call.locator("summary").click();
  const { dropped: during } = await framesDuring(page, () => ended(page));
  const { dropped: atRest } = await framesDuring(page, () => restFor(page, 300));
  return { during, atRest };
}

const ended = (page: Page) =>
  page.locator("article", { hasText: "It has ended." }).waitFor({ timeout: 60_000 });
