import { afterEach, expect, test, vi } from "vitest";
import type { Wire } from "./answer-end";
import { throughGate } from "./bounded-body";
import { createEventGate } from "./event-stream";
import { bytesOf } from "./latin1";

const MEGABYTE = 1024 * 1024;
const event = (size: number) => `data: ${JSON.stringify({ text: "x".repeat(size) })}\n\n`;

function bodyOf(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(to) {
      for (const piece of pieces) to.enqueue(bytesOf(piece));
      to.close();
    },
  });
}

test("no turn of the process hands on two large events, though one piece from the network completes them", async () => {
  let turn = 0;
  let done = false;
  const count = () => {
    turn += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const completed = new Map<number, number>();
  let passed = "";
  const sent = event(20_000).repeat(5);
  for await (const bytes of throughGate(bodyOf(sent), createEventGate("chat", MEGABYTE))) {
    const text = Buffer.from(bytes).toString("latin1");
    completed.set(turn, (completed.get(turn) ?? 0) + text.split("\n\n").length - 1);
    passed += text;
  }
  done = true;
  expect(passed).toBe(sent);
  expect([...completed.values()].filter((events) => events > 0)).toEqual([1, 1, 1, 1, 1]);
});

afterEach(() => void vi.useRealTimers());

test("[RN-8] an answer that has finished is handed on to its last byte before its connection is left", async () => {
  const finish = `data: ${JSON.stringify({ candidates: [{ finishReason: "STOP" }] })}\n\n`;
  const open = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(bytesOf(finish + event(100_000))),
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let passed = "";
  for await (const bytes of throughGate(open, createEventGate("google", MEGABYTE))) {
    // Whoever reads is slow: the patience is over before the rest was asked for.
    if (passed === "") vi.advanceTimersByTime(10_000);
    passed += Buffer.from(bytes).toString("latin1");
  }
  expect(passed).toBe(`${finish}${event(100_000)}\n\n`);
});

const marked: Record<"chat" | "google", (text: string) => object> = {
  chat: (text) => ({ choices: [{ delta: { content: text }, finish_reason: "stop" }] }),
  google: (text) => ({ candidates: [{ content: { parts: [{ text }] }, finishReason: "STOP" }] }),
};

test.each(["chat", "google"] satisfies Wire[])(
  "[RN-8] %s: an answer goes on for as long as words come, though each event says that it is the last",
  async (wire) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const texts = ["One", "Two", "Three", "Four"];
    let sent = 0;
    // A second and a half pass before each event.
    const slow = new ReadableStream<Uint8Array>(
      {
        pull(to) {
          vi.advanceTimersByTime(1500);
          const text = texts[sent++];
          if (text !== undefined) to.enqueue(bytesOf(`data: ${JSON.stringify(marked[wire](text))}\n\n`));
          else vi.advanceTimersByTime(10_000);
        },
      },
      { highWaterMark: 0 },
    );
    let passed = "";
    for await (const bytes of throughGate(slow, createEventGate(wire, MEGABYTE)))
      passed += Buffer.from(bytes).toString("latin1");
    expect(texts.filter((text) => passed.includes(text))).toEqual(texts);
  },
);
