import { afterEach, describe, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { Usage } from "../../src-preload/contract/domain/usage";
import { ending, refusal, reply, type Step } from "../fixtures/provider/script";
import { query } from "./database";
import { removeSlice, type Slice, startSlice, type WireType } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

const WIRES: WireType[] = ["openai-compatible", "anthropic"];
const count: Tool = {
  name: "count",
  description: "Counts.",
  input_schema: { type: "object", properties: {} },
  execute: async () => 1,
};
const callCount: Step = { tool: { id: "call_1", name: "count", input: {} } };

/** The session's row as any other program reads it (DB-2). */
function rollups(session_id: SessionId) {
  const [row] = query<Record<string, number | null>>(
    slice,
    "SELECT * FROM chat_sessions WHERE id = ?",
    session_id,
  );
  const { prompt_tokens, completion_tokens, reasoning_tokens, cache_read, cache_write, total_tokens } =
    row ?? {};
  const { context_tokens, context_estimated, cost_usd } = row ?? {};
  return {
    prompt_tokens,
    completion_tokens,
    reasoning_tokens,
    cache_read,
    cache_write,
    total_tokens,
    context_tokens,
    context_estimated,
    cost_usd,
  };
}

/** TK-2: the row is the sum of its visible assistant messages, and says what `read` says. */
function expectSums(session_id: SessionId): void {
  const sum: Usage = { input: 0, output: 0, reasoning: 0, cache_read: 0, cache_write: 0 };
  for (const { metadata } of slice.messages(session_id)) {
    for (const key of Object.keys(sum) as (keyof Usage)[]) sum[key] += metadata.usage?.[key] ?? 0;
  }
  const row = rollups(session_id);
  expect(row).toMatchObject({
    prompt_tokens: sum.input,
    completion_tokens: sum.output,
    reasoning_tokens: sum.reasoning,
    cache_read: sum.cache_read,
    cache_write: sum.cache_write,
    total_tokens: sum.input + sum.output + sum.reasoning + sum.cache_read + sum.cache_write,
  });
  const { billing } = slice.service.sessions.read({ session_id });
  expect({ ...billing, context_estimated: billing.context_estimated ? 1 : 0 }).toEqual(row);
}

describe.each(WIRES)("on the %s wire", (wire) => {
  // The OpenAI wire has no word for cache writes: its servers count them as input.
  const written = wire === "anthropic" ? 30 : 0;

  test("[TK-1a, TK-2, TK-3a, Z-5] five numbers that do not overlap, summed over steps; the window is the last step alone", async () => {
    slice = await startSlice({ wire, tools: [count] });
    const first = { input: 100, output: 20, reasoning: 7, cacheRead: 40, cacheWrite: written };
    const second = { input: 130, output: 9, reasoning: 3, cacheRead: 60, cacheWrite: written };
    slice.provider.enqueue(
      [{ reasoning: "Hm. " }, callCount, ...ending("tool_calls", first)],
      [{ text: "One." }, ...ending("stop", second)],
      [{ text: "Again." }, ...ending("stop", { input: 300, output: 4 })],
    );
    const { session_id } = slice.ask();
    const { metadata } = await slice.rest(session_id);
    expect(metadata.usage).toEqual({
      input: 230,
      output: 29,
      reasoning: 10,
      cache_read: 100,
      cache_write: 2 * written,
    });
    expect(metadata.context_tokens).toBe(130 + 9 + 3 + 60 + written);
    expect(metadata.estimated).toBeUndefined();
    expect(rollups(session_id)).toMatchObject({
      context_tokens: metadata.context_tokens,
      context_estimated: 0,
    });
    slice.send({ session_id, text: "And?" });
    await slice.rest(session_id);
    expect(rollups(session_id)).toMatchObject({ prompt_tokens: 530, context_tokens: 304 });
    expectSums(session_id);
  });

  test("[Z-5, TK-1b] what a step used is known, and saved, before the next one begins", async () => {
    slice = await startSlice({ wire, tools: [count] });
    let saved: unknown;
    slice.provider.respond((_request, index) => {
      if (index === 0) return [callCount, ...ending("tool_calls", { input: 100, output: 20 })];
      saved = query<{ usage: string }>(
        slice,
        "SELECT metadata_json ->> '$.usage.input' AS usage FROM chat_messages WHERE role = 'assistant'",
      );
      return reply("Done.");
    });
    await slice.rest(slice.ask().session_id);
    expect(saved).toEqual([{ usage: 100 }]);
  });

  test("[TK-1c] a turn that is stopped, and one that fails, keep what their finished steps reported", async () => {
    slice = await startSlice({ wire, tools: [count] });
    const firstStep: Step[] = [callCount, ...ending("tool_calls", { input: 100, output: 20, cacheRead: 5 })];
    const usage = { input: 100, output: 20, reasoning: 0, cache_read: 5, cache_write: 0 };
    slice.provider.enqueue(firstStep, [{ text: "Half" }, { gate: "never" }]);
    const watcher = slice.watch(slice.ask().session_id);
    await watcher.until(() => watcher.text.includes("Half"));
    slice.service.turns.abort({ session_id: watcher.session_id });
    const stopped = await slice.rest(watcher.session_id);
    const counted = { usage, context_tokens: 125 };
    expect(stopped.metadata).toMatchObject({ finish_reason: "aborted", half_step: true, ...counted });
    expectSums(watcher.session_id);

    slice.provider.enqueue(firstStep, refusal(400));
    const failed = await slice.rest(slice.ask().session_id);
    expect(failed.metadata).toMatchObject({ finish_reason: "error", ...counted });
    expect(failed.metadata.half_step).toBeUndefined();
    expectSums(failed.session_id);
  });

  test("[TK-5b, TK-3c] a first step that is stopped is estimated and marked if anything was said, else null: never zero", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue(
      [{ text: "a word or two more ".repeat(10) }, { gate: "never" }],
      [{ gate: "never" }],
    );
    const watcher = slice.watch(slice.ask().session_id);
    await watcher.until(() => watcher.text !== "");
    slice.service.turns.abort({ session_id: watcher.session_id });
    const { metadata } = await slice.rest(watcher.session_id);
    expect(metadata).toMatchObject({ finish_reason: "aborted", estimated: true });
    expect(metadata.usage?.output).toBeGreaterThan(20);
    expect(metadata.usage?.input, "what was sent counts too").toBeGreaterThan(20);
    const { billing } = slice.service.sessions.read({ session_id: watcher.session_id });
    expect(billing).toMatchObject({ context_tokens: metadata.context_tokens, context_estimated: true });
    slice.send({ session_id: watcher.session_id, text: "Again?" });
    await slice.provider.received(1);
    slice.service.turns.abort({ session_id: watcher.session_id });
    const silent = await slice.rest(watcher.session_id);
    expect(silent.metadata.usage).toBeNull();
    expectSums(watcher.session_id);
  });
});

test.each([
  ["none", null],
  ["zeros", { input: 0, output: 0 }],
])(
  "[TK-5a] usage reported: %s; the numbers are estimated from what went and came, and marked",
  async (_what, usage) => {
    slice = await startSlice();
    slice.provider.enqueue([{ text: "a word or two more ".repeat(10) }, ...ending("stop", usage)]);
    const { session_id } = slice.ask("Hello? ".repeat(100));
    const { metadata } = await slice.rest(session_id);
    expect(metadata).toMatchObject({ finish_reason: "stop", estimated: true });
    expect(metadata.usage?.input).toBeGreaterThan(150);
    expect(metadata.usage?.output).toBeGreaterThan(30);
    expect(metadata.context_tokens).toBe((metadata.usage?.input ?? 0) + (metadata.usage?.output ?? 0));
    expect(rollups(session_id).context_estimated).toBe(1);
    expectSums(session_id);
  },
);

test("[TK-3b] after a rewind the window holds what the last visible step filled", async () => {
  slice = await startSlice();
  for (const input of [100, 200, 300])
    slice.provider.enqueue([{ text: "Yes." }, ...ending("stop", { input, output: 10 })]);
  const { session_id } = slice.ask();
  await slice.rest(session_id);
  slice.send({ session_id, text: "And?" });
  await slice.rest(session_id);
  const again = slice.messages(session_id)[2]?.id;
  if (again === undefined) throw new Error("no question");
  slice.provider.enqueue([{ gate: "never" }]);
  slice.service.timeline.rewind({ session_id, message_id: again, text: "Or?" });
  expect(rollups(session_id)).toMatchObject({ context_tokens: 110, context_estimated: 0 });
  slice.service.turns.abort({ session_id });
  await slice.rest(session_id);
  expect(rollups(session_id)).toMatchObject({ context_tokens: 110, context_estimated: 0 });
});

test("[TK-3d] another model counts in tokens of its own: what the last one filled is an estimate until it has answered", async () => {
  slice = await startSlice({ models: ["other"] });
  const answered = (input: number) =>
    slice.provider.enqueue([{ text: "Yes." }, ...ending("stop", { input, output: 10 })]);
  answered(100);
  const { session_id } = slice.ask();
  await slice.rest(session_id);
  const other = { provider_id: "scripted", model_id: "other" };
  slice.provider.enqueue([
    { gate: "answered" },
    { text: "Yes." },
    ...ending("stop", { input: 200, output: 10 }),
  ]);
  slice.send({ session_id, text: "And?", model: other });
  expect(rollups(session_id)).toMatchObject({ context_tokens: 110, context_estimated: 1 });
  slice.provider.open("answered");
  await slice.rest(session_id);
  expect(rollups(session_id)).toMatchObject({ context_tokens: 210, context_estimated: 0 });
  // Back to before the other model's answer: the first one's number stands again, and the other asks on.
  const again = slice.messages(session_id)[2]?.id;
  if (again === undefined) throw new Error("no question");
  slice.provider.enqueue([{ gate: "never" }]);
  slice.service.timeline.rewind({ session_id, message_id: again, text: "Or?", model: other });
  expect(rollups(session_id)).toMatchObject({ context_tokens: 110, context_estimated: 1 });
  slice.service.turns.abort({ session_id });
  await slice.rest(session_id);
});

/** A usage report with a price in it, as OpenRouter sends it. */
const priced = (cost: unknown): Step => ({
  event: { id: "c", choices: [], usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12, cost } },
});

test("[TK-4a] the cost is what the provider said, summed over steps and turns; nothing is made up", async () => {
  slice = await startSlice({ tools: [count] });
  slice.provider.enqueue(
    [callCount, { finish: "tool_calls" }, priced(0.25)],
    [{ text: "One." }, { finish: "stop" }, priced(0.5)],
    [{ text: "Two." }, { finish: "stop" }, priced(0.125)],
    reply("Three."),
  );
  const { session_id } = slice.ask();
  expect((await slice.rest(session_id)).metadata.cost_usd).toBe(0.75);
  slice.send({ session_id, text: "And?" });
  expect((await slice.rest(session_id)).metadata.cost_usd).toBe(0.125);
  slice.send({ session_id, text: "And?" });
  expect((await slice.rest(session_id)).metadata).not.toHaveProperty("cost_usd");
  expect(rollups(session_id).cost_usd).toBe(0.875);
});

test("[TK-4] no price, or one that is none, is no cost: not even zero", async () => {
  slice = await startSlice();
  for (const cost of [undefined, null, "0.5", -1]) {
    slice.provider.enqueue([{ text: "One." }, { finish: "stop" }, priced(cost)]);
    const answer = await slice.rest(slice.ask().session_id);
    expect(answer.metadata, String(cost)).not.toHaveProperty("cost_usd");
    expect(rollups(answer.session_id).cost_usd).toBeNull();
  }
});

test("[TK-4c, TK-2] an attempt that was hidden was paid for: its steps' cost stays, once, and its tokens go", async () => {
  slice = await startSlice({ tools: [count] });
  slice.provider.enqueue(
    [callCount, { finish: "tool_calls" }, priced(0.25)],
    [{ text: "Half" }, { gate: "shown" }, { reset: true }],
    [{ text: "Whole." }, { finish: "stop" }, priced(0.5)],
  );
  const watcher = slice.watch(slice.ask().session_id);
  await watcher.until(() => watcher.text.includes("Half"));
  slice.provider.open("shown");
  await slice.rest(watcher.session_id);
  expect(rollups(watcher.session_id)).toMatchObject({
    cost_usd: 0.75,
    prompt_tokens: 20,
    completion_tokens: 4,
  });
  expectSums(watcher.session_id);
});

test("[TK-2] the smallest frame there is: every chunk its own transaction, and still each turn is counted once", async () => {
  slice = await startSlice({ recorder: { save_buffer_ms: 0, save_buffer_size: 1 } });
  slice.provider.enqueue(reply("One ", "by ", "one."));
  const { session_id } = slice.ask();
  const { metadata } = await slice.rest(session_id);
  expect(metadata).toMatchObject({ finish_reason: "stop", usage: { input: 12, output: 5 } });
  expectSums(session_id);
});
