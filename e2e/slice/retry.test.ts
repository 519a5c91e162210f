import { afterEach, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import { ending, refusal, reply, type Script } from "../fixtures/provider/script";
import { saying } from "../fixtures/saying";
import { asJson, reduceBySdk } from "../fixtures/sdk-reducer";
import { removeSlice, type Slice, startSlice, textOf } from "./slice";
import { stopSoon } from "./stop-soon";

let slice: Slice;
afterEach(() => removeSlice(slice));

const counter = () => {
  const runs: unknown[] = [];
  const tool: Tool = {
    name: "count",
    description: "Counts.",
    input_schema: { type: "object", properties: {} },
    execute: async (input) => {
      runs.push(input);
      return { runs: runs.length };
    },
  };
  return { tool, runs };
};

test("[RN-7a] a failure before any content is retried in place: one message, nothing hidden", async () => {
  slice = await startSlice();
  slice.provider.enqueue(refusal(503), [{ hangUp: true }], reply("At last."));
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  const answer = await slice.rest(session_id);
  expect(textOf(answer)).toBe("At last.");
  expect(slice.messages(session_id)).toHaveLength(2);
  expect(watcher.events.filter((event) => event.type === "hidden")).toEqual([]);
  expect(slice.provider.requests).toHaveLength(3);
});

test("[RN-7b] a failure after content hides the attempt by a retry op and begins a new message", async () => {
  slice = await startSlice();
  slice.provider.enqueue(
    [{ text: "Half an ans" }, { gate: "shown" }, { reset: true }],
    reply("The whole answer."),
  );
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text.includes("Half"));
  slice.provider.open("shown");
  const answer = await slice.rest(session_id);
  expect(textOf(answer)).toBe("The whole answer.");
  expect(slice.messages(session_id).map(textOf)).toEqual(["Hello?", "The whole answer."]);
  const hidden = watcher.events.filter((event) => event.type === "hidden");
  expect(hidden).toHaveLength(1);
});

/** Asks, and ends the connection behind the first words. Resolves when they are shown. */
async function cutBehindWords(...after: Script[]) {
  slice.provider.enqueue([{ text: "Two pages" }, { gate: "shown" }, { reset: true }], ...after);
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text.includes("Two"));
  slice.provider.open("shown");
  return { session_id, watcher };
}

test("[AB-2] [RN-7b] what had arrived stays if no further attempt says a word", async () => {
  slice = await startSlice({ run: { max_retries: 2 } });
  const { session_id } = await cutBehindWords(refusal(503), refusal(503), reply("It goes on."));
  const answer = await slice.rest(session_id);
  expect(slice.messages(session_id).map(textOf)).toEqual(["Hello?", "Two pages"]);
  expect(answer.metadata).toMatchObject({ finish_reason: "error", error: { code: "PROVIDER_UNAVAILABLE" } });
  expect(slice.look(session_id).hidden).toEqual([]);
  slice.service.turns.resume({ session_id });
  expect(textOf(await slice.rest(session_id))).toBe("It goes on.");
  expect(slice.provider.requests.at(-1)?.rawBody).toContain("Two pages");
});

test("[AB-2] what had arrived stays if Stop ends the wait for a further attempt", async () => {
  slice = await startSlice({ run: { max_retry_wait_ms: 60_000 } });
  const { session_id, watcher } = await cutBehindWords();
  await watcher.until(() => watcher.status.state === "retrying");
  await stopSoon(slice, watcher);
  const answer = await slice.rest(session_id);
  expect(slice.messages(session_id).map(textOf)).toEqual(["Hello?", "Two pages"]);
  expect(answer.metadata.finish_reason).toBe("aborted");
  expect(answer.metadata.retried).toBeUndefined();
});

test("[RN-7c] after a tool has run only the failed step is redone, never the tool; the window ends up with what is stored", async () => {
  const { tool, runs } = counter();
  slice = await startSlice({ tools: [tool] });
  slice.provider.enqueue(
    reply("Let me count.", { tool: { id: "call_1", name: "count", input: {} } }),
    [{ text: "I counted to" }, { gate: "shown" }, { reset: true }],
    reply("I counted once."),
  );
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text.includes("I counted to"));
  slice.provider.open("shown");
  const answer = await slice.rest(session_id);
  await watcher.rest();
  expect(runs).toHaveLength(1);
  expect(textOf(answer)).toBe("Let me count.I counted once.");
  expect(answer.parts.find((part) => "toolCallId" in part)).toMatchObject({ state: "output-available" });
  const { id, role, metadata, parts } = answer;
  expect(await reduceBySdk(watcher.chunksOf(id))).toEqual(asJson({ id, role, metadata, parts }));
  const lastBody = slice.provider.requests[2]?.rawBody ?? "";
  expect(lastBody).toBe(slice.provider.requests[1]?.rawBody);
});

test("[TK-2e] after a retry the rollups count the visible message alone, with the steps it carries over", async () => {
  const { tool } = counter();
  slice = await startSlice({ tools: [tool] });
  slice.provider.enqueue(
    [
      { tool: { id: "call_1", name: "count", input: {} } },
      ...ending("tool_calls", { input: 100, output: 10 }),
    ],
    [{ text: "Half" }, { gate: "shown" }, { reset: true }],
    [{ text: "Whole" }, ...ending("stop", { input: 130, output: 7 })],
  );
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text.includes("Half"));
  slice.provider.open("shown");
  const answer = await slice.rest(session_id);
  expect(answer.metadata.usage).toEqual({
    input: 230,
    output: 17,
    reasoning: 0,
    cache_read: 0,
    cache_write: 0,
  });
  expect(answer.metadata.carried_usage).toMatchObject({ input: 100, output: 10 });
  const { billing } = slice.service.sessions.read({ session_id });
  expect(billing).toMatchObject({
    prompt_tokens: 230,
    completion_tokens: 17,
    total_tokens: 247,
    context_tokens: 137,
  });
});

test("[ST-2] while it waits the status is retrying, with the attempt and a sentence", async () => {
  slice = await startSlice({ run: { max_retry_wait_ms: 1000 } });
  slice.provider.enqueue(refusal(429, { "retry-after": "1" }), reply("Now."));
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.status.state === "retrying");
  expect(watcher.status).toMatchObject({
    state: "retrying",
    attempt: 1,
    message: saying(/^rate limited, retrying in 1 s$/),
  });
  expect(watcher.status.retry_at).toBeGreaterThan(watcher.status.started_at ?? 0);
  await watcher.rest();
  expect(watcher.status).toEqual({ state: "idle" });
});

test("[RN-7d] a Retry-After beyond the limit is shown and left to the user", async () => {
  slice = await startSlice();
  slice.provider.enqueue(refusal(429, { "retry-after": "3600" }), reply("Unreached"));
  const { session_id } = slice.ask();
  const answer = await slice.rest(session_id);
  expect(answer.metadata.finish_reason).toBe("error");
  expect(answer.metadata.error).toMatchObject({
    code: "PROVIDER_RATE_LIMITED",
    hint: saying("1 h"),
  });
  expect(slice.provider.requests).toHaveLength(1);
});

test("[RN-7f] permanent refusals are not retried and say what to do", async () => {
  slice = await startSlice();
  for (const [status, code] of [
    [400, "PROVIDER_REJECTED"],
    [401, "PROVIDER_AUTH"],
    [403, "PROVIDER_AUTH"],
    [404, "PROVIDER_NOT_FOUND"],
  ] as const) {
    const before = slice.provider.requests.length;
    slice.provider.enqueue(refusal(status));
    const { session_id } = slice.ask();
    const answer = await slice.rest(session_id);
    expect(answer.metadata.error, String(status)).toMatchObject({
      code,
      hint: saying(/\w{3}/),
    });
    expect(slice.provider.requests.length - before).toBe(1);
  }
});

test("[ST-3] an error stays until the next message, which clears it", async () => {
  slice = await startSlice();
  slice.provider.enqueue(refusal(401), [{ gate: "go" }, ...reply("Fine.")]);
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.rest();
  expect(slice.service.sessions.status({ session_id })).toMatchObject({
    state: "error",
    message: saying("key"),
  });
  slice.send({ session_id, text: "Again" });
  expect(slice.service.sessions.status({ session_id }).state).toBe("busy");
  slice.provider.open("go");
  await watcher.until(() => watcher.status.state === "idle");
});

test("[AB-1c] Stop ends a retry's wait at once", async () => {
  slice = await startSlice({ run: { max_retry_wait_ms: 60_000 } });
  slice.provider.enqueue(refusal(429, { "retry-after": "50" }));
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.status.state === "retrying");
  // Neither the rest of that wait nor another.
  await stopSoon(slice, watcher);
  expect(slice.messages(session_id).at(-1)?.metadata.finish_reason).toBe("aborted");
});
