import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import { refusal, reply, type Step } from "../fixtures/provider/script";
import { query, unfolded } from "./database";
import { removeSlice, type Slice, startSlice, textOf, type Watcher, type WireType } from "./slice";
import { stopSoon } from "./stop-soon";
import { expectWellFormed } from "./well-formed";

let slice: Slice;
afterEach(() => removeSlice(slice));

const WIRES: WireType[] = ["openai-compatible", "anthropic"];
const code = (name: string) => expect.objectContaining({ code: name });

/** A tool that tells when it runs and when it may end, and looks at no signal. */
function deafTool() {
  let started = () => {};
  let release: (output: unknown) => void = () => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const tool: Tool = {
    name: "deaf",
    description: "Ignores the signal.",
    input_schema: { type: "object", properties: {} },
    execute: () => {
      started();
      return new Promise((resolve) => {
        release = resolve;
      });
    },
  };
  return { tool, running, release: (output: unknown) => release(output) };
}

const stop = (watcher: Watcher, request?: number): Promise<void> =>
  stopSoon(slice, watcher, request === undefined ? undefined : () => slice.provider.received(request));

/** The first abort in a process loads code and source maps, which is not what is measured here. */
beforeAll(async () => {
  slice = await startSlice();
  slice.provider.enqueue([{ gate: "never" }]);
  const { session_id } = slice.ask();
  await slice.provider.received(0);
  slice.service.turns.abort({ session_id });
  await slice.rest(session_id);
  await removeSlice(slice);
});

const last = (watcher: Watcher) => slice.messages(watcher.session_id).at(-1);

/** AB-2: the session is good for another turn, and what it sends would not be refused. */
async function nextTurnWorks(watcher: Watcher): Promise<void> {
  const { session_id } = watcher;
  slice.provider.enqueue(reply("Still here."));
  const before = slice.provider.requests.length;
  slice.send({ session_id, text: "And now?" });
  const answer = await slice.rest(session_id);
  expect(textOf(answer), JSON.stringify(answer.metadata)).toBe("Still here.");
  expect(slice.provider.requests.length).toBe(before + 1);
  expectWellFormed(slice.provider.requests);
  expect(unfolded(slice)).toBe(0);
}

describe.each(WIRES)("on the %s wire", (wire) => {
  test("[AB-1] [AB-2] stop while the model has not said a word", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue([{ gate: "never" }]);
    const watcher = slice.watch(slice.ask().session_id);
    await slice.provider.received(0);
    await stop(watcher, 0);
    expect(last(watcher)?.metadata).toMatchObject({ finish_reason: "aborted", usage: null });
    await nextTurnWorks(watcher);
  });

  const middles: [string, Step[], string][] = [
    ["headers alone", [{ open: "message" }], ""],
    ["reasoning", [{ reasoning: "Let me thi" }], "thi"],
    ["text", [{ text: "Half an ans" }], "Half an ans"],
    // Less of it is held back on the chat wire, because a tag of thoughts may follow.
    ["blank text", [{ text: "\n".repeat(1100) }], "\n\n"],
    [
      "a tool's input",
      [{ text: "I look. " }, { tool: { id: "call_1", name: "deaf", input: '{"path": "/et', deltas: 3 } }],
      "/et",
    ],
  ];
  test.each(middles)(
    "[AB-1a, AB-2a] stop in the middle of %s: it stays, closed, and the next turn works",
    async (_what, steps, mark) => {
      slice = await startSlice({ wire, tools: [deafTool().tool] });
      slice.provider.enqueue([...steps, { gate: "never" }]);
      const watcher = slice.watch(slice.ask().session_id);
      await slice.provider.reached("never");
      await watcher.until(() => JSON.stringify(watcher.events).includes(JSON.stringify(mark).slice(1, -1)));
      await stop(watcher, 0);
      const stored = last(watcher);
      expect(stored?.metadata.finish_reason).toBe("aborted");
      expect(JSON.stringify(stored?.parts)).toContain(JSON.stringify(mark).slice(1, -1));
      for (const part of stored?.parts ?? [])
        expect("state" in part ? part.state : "done").toMatch(/^(done|output-error)$/);
      await nextTurnWorks(watcher);
    },
  );

  test("[AB-1d, AB-2] stop during a tool that ignores its signal; its late result never gets into the store", async () => {
    const { tool, running, release } = deafTool();
    slice = await startSlice({ wire, tools: [tool] });
    slice.provider.enqueue(reply("I look.", { tool: { id: "call_1", name: "deaf", input: {} } }));
    const watcher = slice.watch(slice.ask().session_id);
    await running;
    await stop(watcher);
    const stored = last(watcher);
    expect(stored?.parts.at(-1)).toMatchObject({
      state: "output-error",
      errorText: "aborted",
      toolCallId: "call_1",
    });
    expect(stored?.metadata).toMatchObject({ finish_reason: "aborted", usage: { input: 12, output: 5 } });
    release("too late");
    await nextTurnWorks(watcher);
    const parts = query<{ data_json: string }>(slice, "SELECT data_json FROM chat_parts");
    expect(JSON.stringify(parts)).not.toContain("too late");
    expect(JSON.stringify(watcher.events)).not.toContain("too late");
  });
});

test("[AB-1] [Z-3] stop in a flood of chunks, which leaves timers no time", async () => {
  slice = await startSlice();
  slice.provider.enqueue([{ chunks: { count: 2_000_000, text: "so on and " } }]);
  const watcher = slice.watch(slice.ask().session_id);
  await watcher.until(() => watcher.text.length > 100_000);
  await stop(watcher, 0);
  expect(last(watcher)?.metadata.finish_reason).toBe("aborted");
});

test("[AB-1b, Z-3] after stop nothing new starts: no further request, no further tool, no chunk", async () => {
  const { tool, running, release } = deafTool();
  slice = await startSlice({ tools: [tool], run: { max_retry_wait_ms: 5000 } });
  slice.provider.enqueue(reply({ tool: { id: "call_1", name: "deaf", input: {} } }));
  const tooled = slice.watch(slice.ask().session_id);
  await running;
  slice.provider.enqueue(refusal(429, { "retry-after": "0.35" }), reply("Never asked"));
  const waiting = slice.watch(slice.ask().session_id);
  await waiting.until(() => waiting.status.state === "retrying");
  await Promise.all([stop(tooled), stop(waiting)]);
  const events = [tooled.events.length, waiting.events.length];
  release({ late: true });
  // The one wait in this file: for what must not come, there is no event.
  await delay(500);
  expect(slice.provider.requests).toHaveLength(2);
  expect([tooled.events.length, waiting.events.length]).toEqual(events);
});

test("[AB-1] stop while the workspace is still being read", async () => {
  slice = await startSlice();
  const path = process.env.PATH;
  process.env.PATH = `${import.meta.dirname}/../fixtures/slow-git:${path}`;
  try {
    const { session } = slice.service.sessions.create({ text: "Hello?", workspace_root: slice.data_dir });
    await stop(slice.watch(session.id));
  } finally {
    process.env.PATH = path;
  }
  expect(slice.provider.requests).toHaveLength(0);
});

test("[RN-1b] an idle session cannot be stopped, neither before its first turn nor after its last", async () => {
  slice = await startSlice();
  const { session } = slice.service.sessions.create({});
  expect(() => slice.service.turns.abort({ session_id: session.id })).toThrow(code("SESSION_NOT_RUNNING"));
  slice.provider.enqueue(reply("Yes."));
  slice.send({ session_id: session.id, text: "Hello?" });
  await slice.rest(session.id);
  expect(() => slice.service.turns.abort({ session_id: session.id })).toThrow(code("SESSION_NOT_RUNNING"));
});

test("[RN-1a] of two racing sends exactly one wins; the other is SESSION_BUSY and leaves nothing behind", async () => {
  slice = await startSlice();
  slice.provider.enqueue(reply("First."), [{ gate: "raced" }, ...reply("Won.")]);
  const { session_id } = slice.ask();
  await slice.rest(session_id);
  const race = ["red", "blue", "green"].map(async (text) => slice.send({ session_id, text }));
  const settled = await Promise.allSettled(race);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(settled.filter(({ status }) => status === "rejected")).toEqual([
    { status: "rejected", reason: code("SESSION_BUSY") },
    { status: "rejected", reason: code("SESSION_BUSY") },
  ]);
  expect(() => slice.service.turns.resume({ session_id })).toThrow(code("SESSION_BUSY"));
  slice.provider.open("raced");
  await slice.rest(session_id);
  expect(slice.messages(session_id).map(textOf)).toEqual(["Hello?", "First.", "red", "Won."]);
  const rows = query<{ count: number }>(slice, "SELECT count(*) AS count FROM chat_messages");
  expect(rows[0]?.count).toBe(4);
});
