import { afterEach, describe, expect, test } from "vitest";
import { toolName } from "../../src-main/core/context/part-text";
import type { Tool } from "../../src-main/core/ports/tools";
import { endsWithoutAnswer } from "../../src-preload/contract/domain/empty-end";
import { ending, reply, type Script, type Step } from "../fixtures/provider/script";
import { query } from "./database";
import { removeSlice, type Slice, startSlice, textOf, type WireType } from "./slice";
import { expectWellFormed, messagesOf } from "./well-formed";

let slice: Slice;
afterEach(() => removeSlice(slice));

const WIRES: WireType[] = ["openai-compatible", "anthropic"];
const tool = (name: string, execute: Tool["execute"]): Tool => ({
  name,
  description: `Does ${name}.`,
  input_schema: { type: "object", properties: {} },
  execute,
});
const call = (id: string, name: string, input: unknown = {}): Step => ({
  tool: { id, name, input, deltas: 3 },
});

/** Words of the reminder for a model that has ended without an answer. */
const NO_ANSWER = "ended without an answer";

interface ToolRow {
  id: string;
  tool_call_id: string;
  tool_state: string;
  data_json: string;
}
const toolRows = (): ToolRow[] =>
  query(
    slice,
    "SELECT id, tool_call_id, tool_state, data_json FROM chat_parts WHERE tool_call_id IS NOT NULL ORDER BY id",
  );

/** The answers to its calls that the model is sent, as text: `[id, answer]`, in order. */
function answersIn(request: number): [unknown, string][] {
  return messagesOf(slice.provider.requests[request]).flatMap((message): [unknown, string][] => {
    if (message.role === "tool") return [[message.tool_call_id, String(message.content)]];
    const blocks = Array.isArray(message.content) ? message.content : [];
    return blocks
      .filter(({ type }) => type === "tool_result")
      .map((block) => [
        block.tool_use_id,
        typeof block.content === "string" ? block.content : JSON.stringify(block.content),
      ]);
  });
}

describe.each(WIRES)("on the %s wire", (wire) => {
  test("[Z-2a, RN-3a] parallel calls: each keeps its id in part, row and next prompt, whichever answers first", async () => {
    let releaseSlow = () => {};
    const slow = tool("slow", () => new Promise((resolve) => (releaseSlow = () => resolve({ slow: 1 }))));
    const quick = tool("quick", async () => {
      // The quick one is answered, and stored, while the slow one runs.
      queueMicrotask(releaseSlow);
      return "quick as text";
    });
    slice = await startSlice({ wire, tools: [slow, quick] });
    slice.provider.enqueue(
      reply("Both.", call("call_a", "slow", { n: 1 }), call("call_b", "quick")),
      reply("Done."),
    );
    const { session_id } = slice.ask();
    const answer = await slice.rest(session_id);
    expect(textOf(answer)).toBe("Both.Done.");
    const ids = ["call_a", "call_b"];
    expect(answer.parts.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : []))).toEqual(ids);
    expect(toolRows().map((row) => row.tool_call_id)).toEqual(ids);
    expect(toolRows().map((row) => row.tool_state)).toEqual(["output-available", "output-available"]);
    expect(answersIn(1)).toEqual([
      ["call_a", '{"slow":1}'],
      ["call_b", "quick as text"],
    ]);
    expectWellFormed(slice.provider.requests);
  });

  test("[Z-2, SV-4b] a provider that numbers its calls anew in each step gets two rows, and two ids in the prompt", async () => {
    const inputs: unknown[] = [];
    const count = tool("count", async (input) => inputs.push(input));
    slice = await startSlice({ wire, tools: [count] });
    slice.provider.enqueue(
      reply(call("call_0", "count", { n: 1 })),
      reply(call("call_0", "count", { n: 2 })),
      reply("Two."),
    );
    const { session_id } = slice.ask();
    await slice.rest(session_id);
    expect(inputs).toEqual([{ n: 1 }, { n: 2 }]);
    const rows = toolRows();
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map((row) => row.tool_call_id)).size).toBe(2);
    expect(rows.map((row) => JSON.parse(row.data_json).toolCallId)).toEqual(
      rows.map((row) => row.tool_call_id),
    );
    expect(answersIn(2)).toEqual(rows.map((row, index) => [row.tool_call_id, String(index + 1)]));
    expectWellFormed(slice.provider.requests);
  });

  test("what a tool throws, a tool nobody has, and input that is no JSON are told to the model, and the loop goes on", async () => {
    const broken = tool("broken", async () => {
      throw new Error("the disk is on fire");
    });
    const cyclic = tool("cyclic", async () => {
      const loop: { self?: unknown } = {};
      loop.self = loop;
      return loop;
    });
    slice = await startSlice({ wire, tools: [broken, cyclic] });
    const half: Step = { tool: { id: "call_c", name: "broken", input: '{"path": "/etc' } };
    slice.provider.enqueue(
      reply(call("call_a", "broken"), call("call_b", "nobody"), half, call("call_d", "cyclic")),
      reply("I see."),
    );
    const { session_id } = slice.ask();
    const answer = await slice.rest(session_id);
    expect(textOf(answer)).toBe("I see.");
    expect(answer.metadata.finish_reason).toBe("stop");
    expect(toolRows().map((row) => row.tool_state)).toEqual(Array(4).fill("output-error"));
    const told = answersIn(1);
    expect(told.map(([id]) => id)).toEqual(["call_a", "call_b", "call_c", "call_d"]);
    expect(told[0]?.[1]).toContain("the disk is on fire");
    expect(told[1]?.[1]).toContain("nobody");
    expect(told[2]?.[1]).toMatch(/JSON/);
    expect(told[3]?.[1]).toMatch(/circular/i);
    expectWellFormed(slice.provider.requests);
  });

  test("[MS-4] a name that no provider would take goes back as one that all take; what is stored keeps it", async () => {
    const names = ["repo_browser.open_file", "2fast", "run<|channel|>commentary", "n".repeat(200)];
    slice = await startSlice({ wire });
    slice.provider.enqueue(reply(...names.map((name, at) => call(`call_${at}`, name))), reply("I see."));
    const { session_id } = slice.ask();
    expect(textOf(await slice.rest(session_id))).toBe("I see.");
    expect(answersIn(1).map(([id]) => id)).toEqual(names.map((_, at) => `call_${at}`));
    expect(toolRows().map(({ data_json }) => toolName(JSON.parse(data_json)))).toEqual(names);
    expectWellFormed(slice.provider.requests);
  });

  test("whatever a tool throws is told as a text, and the loop goes on", async () => {
    const odd: [name: string, thrown: unknown][] = [
      ["bare", Object.create(null)],
      ["symbol", Symbol("no")],
      ["nothing", undefined],
      ["wordy", Object.assign(new Error(), { message: { code: 1 } })],
    ];
    const tools = odd.map(([name, thrown]) =>
      tool(name, () => {
        throw thrown;
      }),
    );
    slice = await startSlice({ wire, tools });
    slice.provider.enqueue(reply(...odd.map(([name]) => call(`call_${name}`, name))), reply("I see."));
    expect(textOf(await slice.rest(slice.ask().session_id))).toBe("I see.");
    const parts = toolRows().map((row) => JSON.parse(row.data_json));
    expect(parts.map(({ errorText }) => typeof errorText)).toEqual(odd.map(() => "string"));
  });

  test("[RN-3b] at max_steps the turn ends as tool-limit, and resume goes on from there", async () => {
    let runs = 0;
    slice = await startSlice({ wire, run: { max_steps: 2 }, tools: [tool("count", async () => ++runs)] });
    slice.provider.enqueue(reply(call("a", "count")), reply(call("b", "count")), reply("Enough."));
    const { session_id } = slice.ask();
    const limited = await slice.rest(session_id);
    expect(limited.metadata).toMatchObject({ finish_reason: "tool-limit", usage: { input: 24, output: 10 } });
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
    expect(slice.provider.requests).toHaveLength(2);
    slice.service.turns.resume({ session_id });
    expect(textOf(await slice.rest(session_id))).toBe("Enough.");
    expect(answersIn(2).map(([id]) => id)).toEqual(["a", "b"]);
    expect(runs).toBe(2);
    expectWellFormed(slice.provider.requests);
  });

  test("[RN-3c] a token budget that is used up ends the turn after the step that used it", async () => {
    slice = await startSlice({ wire, run: { token_budget: 30 }, tools: [tool("count", async () => 1)] });
    const costly = [call("a", "count"), ...ending("tool_calls", { input: 20, output: 5 })];
    slice.provider.enqueue(costly, [call("b", "count"), ...ending("tool_calls", { input: 20, output: 5 })]);
    const answer = await slice.rest(slice.ask().session_id);
    expect(answer.metadata).toMatchObject({
      finish_reason: "token-budget",
      usage: { input: 40, output: 10 },
    });
    expect(slice.provider.requests).toHaveLength(2);
  });

  test.each<[string, Script]>([
    ["nothing", ending()],
    ["thoughts", reply({ reasoning: "Is that all?" })],
    ["blank words", reply(" \n")],
  ])(
    "[RN-10, RN-5] a tool, then %s: no failure, and a resume asks for the answer",
    async (_name, silence) => {
      slice = await startSlice({ wire, tools: [tool("count", async () => 1)] });
      slice.provider.enqueue(
        reply("I count.", call("a", "count")),
        silence,
        reply("It is one."),
        reply("Two."),
      );
      const { session_id } = slice.ask();
      const silent = await slice.rest(session_id);
      expect(silent.metadata).toMatchObject({ finish_reason: "stop" });
      expect(silent.metadata.error).toBeUndefined();
      expect(endsWithoutAnswer(silent)).toBe(true);
      slice.service.turns.resume({ session_id });
      expect(textOf(await slice.rest(session_id))).toBe("It is one.");
      const [, , resumed] = slice.provider.requests;
      expect(JSON.stringify(messagesOf(resumed).at(-1))).toContain(NO_ANSWER);
      expect(answersIn(2).map(([id]) => id)).toEqual(["a"]);
      expect(() => slice.service.turns.resume({ session_id })).toThrow("The last answer is complete.");
      slice.send({ session_id, text: "Next?" });
      await slice.rest(session_id);
      expect(slice.provider.requests[3]?.rawBody).not.toContain(NO_ANSWER);
      expectWellFormed(slice.provider.requests);
    },
  );

  test("[RN-10, RN-5] thoughts and nothing else: a resume asks the question again, without an answer of thoughts alone", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue(reply({ reasoning: "I think." }), reply("Here it is."));
    const { session_id } = slice.ask();
    const silent = await slice.rest(session_id);
    expect([silent.metadata.finish_reason, endsWithoutAnswer(silent)]).toEqual(["stop", true]);
    slice.service.turns.resume({ session_id });
    expect(textOf(await slice.rest(session_id))).toBe("Here it is.");
    const said = messagesOf(slice.provider.requests[1]).filter(({ role }) => role !== "system");
    expect(new Set(said.map(({ role }) => role))).toEqual(new Set(["user"]));
    expect(JSON.stringify(said.at(-1))).toContain(NO_ANSWER);
    expectWellFormed(slice.provider.requests);
  });

  test("[RN-5a, SP-3c, Z-6] the reminder of a resume is said in each step of its turn, and to the model alone", async () => {
    slice = await startSlice({ wire, tools: [tool("count", async () => 1)] });
    slice.provider.enqueue([{ text: "Half an ans" }, { gate: "never" }]);
    const watcher = slice.watch(slice.ask().session_id);
    const { session_id } = watcher;
    await watcher.until(() => watcher.text.includes("Half"));
    slice.service.turns.abort({ session_id });
    await watcher.rest();
    slice.provider.enqueue(reply(call("a", "count")), reply("wer."), reply("Later."));
    slice.service.turns.resume({ session_id });
    await slice.rest(session_id);
    slice.send({ session_id, text: "Next?" });
    await slice.rest(session_id);
    const [, resumed, second, next] = slice.provider.requests.map(({ rawBody }) =>
      rawBody.includes("cut off before its end"),
    );
    expect({ resumed, second, next }).toEqual({ resumed: true, second: true, next: false });
    expect(JSON.stringify(slice.messages(session_id))).not.toContain("cut off before its end");
    expectWellFormed(slice.provider.requests);
  });

  test("[RN-5a] half an answer, then attempts that were stopped before a word: each resume says that it was cut", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue([{ text: "Half an ans" }, { gate: "never" }]);
    const watcher = slice.watch(slice.ask().session_id);
    const { session_id } = watcher;
    await watcher.until(() => watcher.text.includes("Half"));
    for (const attempt of [1, 2]) {
      slice.service.turns.abort({ session_id });
      await watcher.rest();
      slice.provider.enqueue([{ gate: "never" }]);
      slice.service.turns.resume({ session_id });
      await slice.provider.received(attempt);
    }
    slice.service.turns.abort({ session_id });
    await watcher.rest();
    slice.provider.enqueue(reply("wer."));
    slice.service.turns.resume({ session_id });
    expect(textOf(await slice.rest(session_id))).toBe("wer.");
    const told = slice.provider.requests.map(({ rawBody }) => rawBody.includes("cut off before its end"));
    expect(told).toEqual([false, true, true, true]);
    expectWellFormed(slice.provider.requests);
  });
});

test("[SV-9b, SV-4] when a tool runs, the start of its call is on the disk: row, input, state, in a synced commit", async () => {
  const synced = () =>
    Number(
      query<{ value_json: string }>(
        slice,
        "SELECT value_json FROM app_state WHERE key = 'store.synced_commits'",
      )[0]?.value_json,
    );
  const seen: { rows: ToolRow[]; synced: number }[] = [];
  const look = tool("look", async () => {
    seen.push({ rows: toolRows(), synced: synced() });
    return "seen";
  });
  // Saving by the turn is the sternest case: nothing but SV-9 would have saved the call by now.
  slice = await startSlice({ tools: [look], recorder: { save_on: "turn" } });
  slice.provider.enqueue(
    [{ gate: "asked" }, ...reply("I look.", call("call_1", "look", { path: "/etc" }))],
    reply("Done."),
  );
  const { session_id } = slice.ask();
  const before = synced();
  slice.provider.open("asked");
  await slice.rest(session_id);
  expect(seen).toHaveLength(1);
  const [row] = seen[0]?.rows ?? [];
  expect(row).toMatchObject({ tool_call_id: "call_1", tool_state: "input-available" });
  expect(JSON.parse(row?.data_json ?? "{}")).toMatchObject({ input: { path: "/etc" } });
  expect(seen[0]?.synced).toBeGreaterThan(before);
  const after = toolRows();
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({ id: row?.id, tool_state: "output-available" });
});

test("a resume where nothing can go on is refused", async () => {
  slice = await startSlice();
  slice.provider.enqueue(reply("All."));
  const { session } = slice.service.sessions.create({});
  const invalid = expect.objectContaining({ code: "INVALID_INPUT" });
  expect(() => slice.service.turns.resume({ session_id: session.id })).toThrow(invalid);
  slice.send({ session_id: session.id, text: "Hello?" });
  await slice.rest(session.id);
  expect(() => slice.service.turns.resume({ session_id: session.id })).toThrow(invalid);
  expect(slice.service.sessions.status({ session_id: session.id })).toEqual({ state: "idle" });
});
