/** Measures what a chunk costs the window: packets taken in by its state (`src-renderer/thread`), drained, and read as a frame does, without a DOM. */

import type { Chunk } from "../../src-preload/contract/domain/messages";
import { CHUNK } from "./core";
import { type Line, timeRatio } from "./lines";
import { interleaved, timed } from "./measure";
import { Frames, WindowState } from "./window-state";

const MANY = 50_000;
const FEW = 1_000;
const SETTLED = 10_000;
/** Chunks of a frame at full speed, and frames of a sample. */
const FRAME = 16;
const FRAMES = 100;
const ROUNDS = 15;

const ONE_FRAME = Array.from({ length: FRAME }, (): Chunk => ({ type: "text-delta", id: "0", delta: CHUNK }));

export async function reducer(): Promise<Line[]> {
  const frames = Frames.install();
  // The long message is filled once, chunk by chunk, and grows on with each sample.
  const long = await windowWith(frames, MANY, 0);
  const lengths = await interleaved(ROUNDS, {
    many: () => costOfSample(long),
    few: async () => costOfSample(await windowWith(frames, FEW, 0)),
  });
  const settled = await interleaved(ROUNDS, {
    full: async () => costOfSample(await windowWith(frames, FEW, SETTLED)),
    empty: async () => costOfSample(await windowWith(frames, FEW, 0)),
  });
  const what = `${FRAMES * FRAME} chunks in the window's state`;
  return [
    timeRatio(`${what}, after 50,000 chunks / after 1,000`, lengths.many, lengths.few, 1.2),
    timeRatio(`${what}, beside 10,000 settled messages / none`, settled.full, settled.empty, 1.2),
  ];
}

/** A window with `settled` messages and a live one of `chunks` chunks. */
async function windowWith(frames: Frames, chunks: number, settled: number): Promise<WindowState> {
  const window = new WindowState(frames, settled);
  await window.take([
    { type: "start", messageId: window.id },
    { type: "start-step" },
    { type: "text-start", id: "0" },
  ]);
  for (let sent = 0; sent < chunks; sent += FRAME) await window.take(ONE_FRAME);
  return window;
}

const costOfSample = (window: WindowState): Promise<number> =>
  timed(async () => {
    for (let sent = 0; sent < FRAMES; sent++) await window.take(ONE_FRAME);
  });
