import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { compose } from "../../src-main/compose";
import type { Tool } from "../../src-main/core/ports/tools";
import { createInProcessCounter } from "../../src-main/models/tokens/in-process";
import type { FeedEvent } from "../../src-preload/contract/domain/feed";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { ending, refusal, reply, type Step } from "../fixtures/provider/script";
import { holdTimers } from "./clock";
import { query, tamper, unfolded } from "./database";
import { KEY, RESOURCES, removeSlice, restartSlice, Slice, startSlice, textOf, type WireType } from "./slice";
import { leaveBehind } from "./watch-writes";
import { expectWellFormed } from "./well-formed";

let slice: Slice;
afterEach(() => removeSlice(slice));

const WIRES: WireType[] = ["openai-compatible", "anthropic"];
const callStuck = (id: string): Step => ({ tool: { id, name: "stuck", input: { path: "/etc" } } });

/** The tool's part in the last answer. */
const toolPart = (session_id: SessionId) =>
  slice
    .messages(session_id)
    .at(-1)
    ?.parts.find((part) => "toolCallId" in part);

async function nextTurnWorks(session_id: SessionId): Promise<void> {
  slice.provider.enqueue(reply("Still here."));
  slice.send({ session_id, text: "And now?" });
  expect(textOf(await slice.rest(session_id))).toBe("Still here.");
  expectWellFormed(slice.provider.requests);
  expect(unfolded(slice)).toBe(0);
}

/** For who wants to crash while a tool runs. */
const stuck: Tool = {
  name: "stuck",
  description: "Never answers.",
  input_schema: { type: "object", properties: {} },
  execute: () => new Promise(() => {}),
};

/**
 * Asks, and once `dead` holds of what a window was sent, goes on with a copy of the folder: a crash takes nothing back that was written, so
 * it would leave the same. `kill.test.ts` kills processes. The app is closed after this, until the slice is started again.
 */
async function killWhen(dead: (sent: readonly FeedEvent[]) => boolean): Promise<SessionId> {
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => dead(watcher.events));
  const data_dir = `${slice.data_dir}-killed`;
  leaveBehind(slice.data_dir, data_dir);
  await slice.app.close();
  await rm(slice.data_dir, { recursive: true });
  slice = new Slice(slice.app, slice.provider, data_dir);
  return session_id;
}

/** The step that calls the tool has ended and is told: the tool runs. */
const toolRuns = (sent: readonly FeedEvent[]): boolean => JSON.stringify(sent).includes('context_tokens":17');

describe.each(WIRES)("on the %s wire", (wire) => {
  test("[SV-5, ST-1c] the app closed in mid-answer: at the next start the turn reads as interrupted, with every word", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue([{ reasoning: "Hm. " }, { text: "Half an \ud83d" }, { gate: "never" }]);
    const { session_id } = slice.ask();
    const watcher = slice.watch(session_id);
    await watcher.until(() => watcher.text !== "");
    slice = await restartSlice(slice);
    expect((await slice.provider.requests[0]?.closed)?.by).toBe("client");
    const [, cut] = slice.messages(session_id);
    expect(cut?.metadata).toMatchObject({ finish_reason: "interrupted", estimated: true });
    expect(cut?.metadata).not.toHaveProperty("error");
    expect(
      cut?.parts.map((part) => ("text" in part ? [part.type, part.text, part.state] : part.type)),
    ).toEqual(["step-start", ["reasoning", "Hm. ", "done"], ["text", "Half an \ud83d", "done"]]);
    expect(unfolded(slice)).toBe(0);
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
    slice.provider.enqueue(reply("answer."));
    slice.service.turns.resume({ session_id });
    expect(textOf(await slice.rest(session_id))).toBe("answer.");
    expectWellFormed(slice.provider.requests);
    await nextTurnWorks(session_id);
  });

  test("[LY-6a] killed while a tool runs: the call reads “aborted by host restart” before the session may run, input kept, and the next turn works", async () => {
    slice = await startSlice({ wire, tools: [stuck] });
    slice.provider.enqueue(reply("I look.", callStuck("call_1")));
    const session_id = await killWhen(toolRuns);
    slice = await restartSlice(slice);
    expect(slice.messages(session_id).map(textOf)).toEqual(["Hello?", "I look."]);
    expect(toolPart(session_id)).toMatchObject({
      state: "output-error",
      errorText: "aborted by host restart",
      input: { path: "/etc" },
    });
    // The first step had ended: what it reported is kept (TK-1).
    expect(slice.messages(session_id)[1]?.metadata).toMatchObject({
      finish_reason: "interrupted",
      usage: { input: 12, output: 5 },
    });
    expect(query(slice, "SELECT prompt_tokens FROM chat_sessions")).toEqual([{ prompt_tokens: 12 }]);
    expect(unfolded(slice)).toBe(0);
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
    await nextTurnWorks(session_id);
    const told = slice.provider.requests.at(-1)?.rawBody ?? "";
    expect(told).toContain("aborted by host restart");
  });

  test("[TK-5c] killed in the first step's words: what went and came is estimated and marked, and nothing of it is zero", async () => {
    slice = await startSlice({ wire, tools: [stuck] });
    slice.provider.enqueue([{ text: "a word or two more ".repeat(10) }, { gate: "never" }]);
    const session_id = await killWhen((sent) => JSON.stringify(sent).includes("a word or two more"));
    slice = await restartSlice(slice);
    const { metadata } = slice.messages(session_id)[1] ?? {};
    const { input = 0, output = 0 } = metadata?.usage ?? {};
    // The system prompt and the question went, about fifty tokens of an answer came.
    expect(input).toBeGreaterThan(20);
    expect(output).toBeGreaterThan(20);
    expect(metadata).toMatchObject({
      finish_reason: "interrupted",
      estimated: true,
      context_tokens: input + output,
    });
    const { billing } = slice.service.sessions.read({ session_id });
    expect(billing).toMatchObject({
      prompt_tokens: input,
      context_tokens: input + output,
      context_estimated: true,
    });
  });

  test("[TK-5] killed in the first step of a later turn: what was measured before counts as sent", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue([{ text: "Yes." }, ...ending("stop", { input: 5000, output: 20 })]);
    const { session_id } = slice.ask();
    await slice.rest(session_id);
    slice.provider.enqueue([{ text: "Half an answer" }, { gate: "never" }]);
    const watcher = slice.watch(session_id);
    slice.send({ session_id, text: "And now?" });
    await watcher.until(() => watcher.text.includes("Half"));
    const data_dir = join(slice.data_dir, "as-a-crash-leaves-it");
    leaveBehind(slice.data_dir, data_dir);
    const app = await compose({
      ...{ data_dir, resources_dir: RESOURCES, env: { SCRIPTED_KEY: KEY } },
      counter: createInProcessCounter(),
    });
    const { metadata } = new Slice(app, slice.provider, data_dir).messages(session_id).at(-1) ?? {};
    await app.close();
    expect(metadata).toMatchObject({ finish_reason: "interrupted", estimated: true });
    expect(metadata?.usage?.input).toBeGreaterThan(5020);
    expect(metadata?.usage?.input).toBeLessThan(5100);
  });

  test("[LY-6, SV-5d] killed in a tool's input: it never ran, what came of it is kept, and the next turn works", async () => {
    slice = await startSlice({ wire, tools: [stuck] });
    slice.provider.enqueue([
      { text: "I look." },
      { tool: { id: "call_1", name: "stuck", input: '{"path": "/et' } },
      { gate: "never" },
    ]);
    const session_id = await killWhen((sent) => JSON.stringify(sent).includes("tool-input-delta"));
    slice = await restartSlice(slice);
    expect(toolPart(session_id)).toMatchObject({
      state: "output-error",
      errorText: "aborted by host restart",
      rawInput: '{"path": "/et',
    });
    await nextTurnWorks(session_id);
  });

  test("[LY-6b, ST-1b] an approval that nobody gave stays open over a restart, and waits; who sends a message instead moves on", async () => {
    slice = await startSlice({ wire, tools: [stuck] });
    slice.provider.enqueue(reply("I look.", callStuck("call_1"), callStuck("call_2")));
    const session_id = await killWhen(toolRuns);
    // Made by hand: the only tool of the process that was killed asks for nothing. `permissions.test.ts` restarts amid a real question.
    tamper(
      slice,
      `UPDATE chat_parts SET tool_state = 'approval-requested',
        data_json = json_set(data_json, '$.state', 'approval-requested', '$.approval', json('{"id": "ask_1"}'))
      WHERE tool_call_id = 'call_1'`,
    );
    slice = await restartSlice(slice);
    const states = () =>
      query<{ tool_state: string }>(
        slice,
        "SELECT tool_state FROM chat_parts WHERE tool_call_id IS NOT NULL ORDER BY id",
      );
    expect(states()).toEqual([{ tool_state: "approval-requested" }, { tool_state: "output-error" }]);
    expect(slice.service.sessions.status({ session_id })).toMatchObject({ state: "waiting" });
    slice = await restartSlice(slice);
    expect(slice.watch(session_id).status).toMatchObject({ state: "waiting" });
    expect(states()[0]).toEqual({ tool_state: "approval-requested" });
    await nextTurnWorks(session_id);
    expect(states()).toEqual([{ tool_state: "output-error" }, { tool_state: "output-error" }]);
  });
});

test("[ST-1] a session that waits for an answer is not forgotten when it is idle for long", async () => {
  slice = await startSlice({ tools: [stuck] });
  slice.provider.enqueue(reply("I look.", callStuck("call_1")));
  const session_id = await killWhen(toolRuns);
  tamper(
    slice,
    "UPDATE chat_parts SET tool_state = 'approval-requested', data_json = json_set(data_json, '$.state', 'approval-requested', '$.approval', json('{\"id\": \"ask_1\"}')) WHERE tool_call_id = 'call_1'",
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    slice = await restartSlice(slice);
    vi.advanceTimersByTime(2 * 60 * 60_000);
    expect(slice.service.sessions.status({ session_id })).toMatchObject({ state: "waiting" });
  } finally {
    vi.useRealTimers();
  }
});

test("the app closed in a retry's wait, and while a tool runs: it closes at once, and both turns read as interrupted", async () => {
  let running = () => {};
  const started = new Promise<void>((resolve) => {
    running = resolve;
  });
  const stuck = {
    name: "stuck",
    description: "Never answers.",
    input_schema: { type: "object" as const },
    execute: () => {
      running();
      return new Promise(() => {});
    },
  };
  slice = await startSlice({ tools: [stuck], run: { max_retry_wait_ms: 3_600_000 } });
  slice.provider.respond(({ rawBody }) =>
    rawBody.includes("Tool") ? reply(callStuck("call_1")) : refusal(429, { "retry-after": "3000" }),
  );
  const tooled = slice.ask("Tool").session_id;
  const waiting = slice.watch(slice.ask("Wait").session_id);
  await Promise.all([started, waiting.until(() => waiting.status.state === "retrying")]);
  // Neither the rest of that wait nor anybody's patience is waited for.
  holdTimers();
  slice = await restartSlice(slice);
  for (const session_id of [tooled, waiting.session_id]) {
    expect(slice.messages(session_id).at(-1)?.metadata.finish_reason).toBe("interrupted");
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
  }
  expect(toolPart(tooled)).toMatchObject({ state: "output-error" });
});

test("once the app is closing nothing begins: what is sent too late is refused and stored nowhere", async () => {
  slice = await startSlice();
  slice.provider.enqueue([{ text: "Half" }, { gate: "never" }]);
  const watcher = slice.watch(slice.ask().session_id);
  await watcher.until(() => watcher.text === "Half");
  const closing = slice.app.close();
  expect(() => slice.ask("Too late?")).toThrow(expect.objectContaining({ code: "RUN_ABORTED" }));
  await closing;
  slice = await restartSlice(slice);
  expect(query(slice, "SELECT id FROM chat_sessions")).toHaveLength(1);
});

test("[DB-13] settings that change while the app is closed begin no work on its database", async () => {
  slice = await startSlice();
  const { app, data_dir } = slice;
  await app.close();
  const changed = new Promise<void>((resolve) => {
    app.sessions.events.on(({ type }) => type === "settings-changed" && resolve());
  });
  await writeFile(join(data_dir, "settings.json"), '{ "recorder": { "event_log": true } }');
  expect(app.settings.all().recorder).toMatchObject({ event_log: true });
  // Whoever heard of it before has not failed.
  await changed;
  slice = await restartSlice(slice);
});
