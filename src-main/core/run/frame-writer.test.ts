import { afterEach, expect, test, vi } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import { createRecorder } from "../../recorder/recorder";
import { createIds } from "../ids";
import type { Store } from "../ports/store";
import type { FrameWrite, TurnEnd } from "../ports/transcript-store";
import { FrameWriter } from "./frame-writer";

afterEach(() => {
  vi.useRealTimers();
});

/** A writer over a store that only remembers in which transaction what was written. */
function writing() {
  const frames: FrameWrite[] = [];
  const ends: TurnEnd[] = [];
  const published: Chunk[] = [];
  const clock = { now: () => 1 };
  const store = {
    commitFrame: (frame: FrameWrite) => void frames.push(frame),
    endTurn: (end: TurnEnd) => void ends.push(end),
  } as Pick<Store, "commitFrame" | "endTurn"> as Store;
  const recorder = createRecorder({ store, ids: createIds(clock, 0n), clock });
  const recording = recorder.begin({
    session_id: "ses_1" as SessionId,
    message_id: "msg_1" as MessageId,
    metadata: {},
  });
  const writer = new FrameWriter({
    recording,
    settings: { save_on: "chunk", save_buffer_ms: 16, save_buffer_size: 65_536 },
    publish: (event) => {
      if (event.type === "chunks") published.push(...event.chunks);
    },
    onFailure: (error) => {
      throw error;
    },
  });
  return { writer, recording, frames, ends, published };
}

test("[SV-2c] a frame waits 16 ms at most, and not at all once it holds 64 KiB", () => {
  vi.useFakeTimers();
  const { writer, frames, published } = writing();
  writer.push({ type: "start", messageId: "msg_1" });
  writer.push({ type: "text-start", id: "t" });
  vi.advanceTimersByTime(15);
  expect([frames.length, published.length]).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect([frames.length, published.length]).toEqual([1, 2]);
  const half = "x".repeat(33_000);
  writer.push({ type: "text-delta", id: "t", delta: half });
  expect(frames).toHaveLength(1);
  writer.push({ type: "text-delta", id: "t", delta: half });
  expect(frames).toHaveLength(2);
  expect(published.length).toBeGreaterThan(2);
});

test("[SV-6] what ends a turn is one transaction, also when its frame is older than a frame may be", () => {
  vi.useFakeTimers();
  const { writer, recording, frames, ends, published } = writing();
  for (const chunk of [
    { type: "start", messageId: "msg_1" },
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "Hello" },
  ] satisfies Chunk[])
    writer.push(chunk);
  writer.flush();
  const before = frames.length;
  writer.push({ type: "text-end", id: "t" });
  // The timer is late, as it is under load: the next chunk that comes finds the frame old.
  vi.setSystemTime(Date.now() + 1000);
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1000);
  writer.endWith(
    [{ type: "message-metadata", messageMetadata: { finish_reason: "stop" } }, { type: "finish" }],
    () => recording.end(),
  );
  expect(frames).toHaveLength(before);
  expect(ends).toHaveLength(1);
  expect(ends[0]?.metadata).toEqual({ finish_reason: "stop" });
  expect(published.at(-1)).toEqual({ type: "finish" });
});

test("[SV-2] [SV-7] after a frame that could not be saved the message is not ended either, and nothing more is published", () => {
  // The writer's timer would otherwise fire in the middle of what comes after.
  vi.useFakeTimers();
  const { writer, recording, frames, ends, published } = writing();
  writer.push({ type: "text-start", id: "t" });
  writer.flush();
  const before = published.length;
  writer.push({ type: "text-delta", id: "t", delta: "Lost with its frame" });
  const full = new Error("no space");
  vi.spyOn(frames, "push").mockImplementationOnce(() => {
    throw full;
  });
  expect(() => writer.flush()).toThrow(full);
  expect(() => writer.flush()).toThrow(full);
  expect(() => writer.endWith([{ type: "finish" }], () => recording.end())).toThrow(full);
  expect(ends).toEqual([]);
  expect(published).toHaveLength(before);
});
