/** Summaries of long outputs (RN-6): made beside the loop, read from the next step on, and nothing lost where they fail. */
import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import type { OutputSummaryPart } from "../../src-preload/contract/domain/output-summary";
import { ending, refusal, reply, type Script } from "../fixtures/provider/script";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, type SliceOptions, startSlice, type WireType } from "./slice";
import { stopSoon } from "./stop-soon";
import { expectWellFormed, messagesOf } from "./well-formed";

const LARGE = `HEAD ${"line of an output\n".repeat(300)}TAIL`;
const SUMMARY = "SUMMARY: 300 lines.";

let slice: Slice;
const sentences: string[] = [];
afterEach(() => {
  sentences.length = 0;
  return removeSlice(slice);
});

const look: Tool = {
  name: "look",
  description: "Looks.",
  input_schema: { type: "object", properties: {} },
  execute: async (input) => ({ text: (input as { n: number }).n === 0 ? LARGE : "nothing new", ms: 1 }),
};

async function started(options: SliceOptions = {}): Promise<void> {
  slice = await startSlice({
    models: ["small"],
    tools: [look],
    ...options,
    run: { precompact_tokens: 100, max_steps: 100_000, ...options.run },
    compose: { onPrecompactFailure: (sentence) => sentences.push(sentence) },
  });
}

/** The model looks once, which brings the long output, then again and again until `enough`. */
function looksUntil(enough: (request: string) => boolean): void {
  slice.provider.respond(({ rawBody, index }): Script => {
    if (enough(rawBody)) return reply("Done.");
    return reply("", { tool: { id: `call_${index}`, name: "look", input: { n: index }, deltas: 1 } });
  });
}

/** How a request tells the long output. */
function told(request: number): "whole" | "summary" | "other" {
  const first = messagesOf(slice.provider.requests.at(request)).find(
    ({ role, content }) => role === "tool" || JSON.stringify(content).includes("tool_result"),
  );
  const text = JSON.stringify(first?.content);
  if (text.includes(SUMMARY)) return text.includes("HEAD") ? "other" : "summary";
  return text.includes("HEAD line") && text.includes("TAIL") ? "whole" : "other";
}

const partsOf = () =>
  query<{ data_json: string }>(
    slice,
    "SELECT data_json FROM chat_parts WHERE type = 'data-output-summary' ORDER BY id",
  ).map(({ data_json }) => JSON.parse(data_json) as OutputSummaryPart);

const WIRES: WireType[] = ["openai-compatible", "anthropic"];

describe.each(WIRES)("on the %s wire", (wire) => {
  test("[RN-6a, RN-6b, RN-6c, RN-5b, Z-2b, TK-1d] the model reads a long output whole once, then its summary, which the small model writes once", async () => {
    await started({ wire });
    slice.provider.outputSummary(() => [{ text: SUMMARY }, ...ending("stop", { input: 900, output: 20 })]);
    looksUntil((request) => request.includes(SUMMARY));
    const { session_id } = slice.ask("Look.");
    const answer = await slice.rest(session_id);

    const { requests, outputSummaries } = slice.provider;
    const ways = requests.slice(1).map((_, at) => told(at + 1));
    expect(ways.slice(0, -1).every((way) => way === "whole")).toBe(true);
    expect(ways.length).toBeGreaterThan(1);
    expect(ways.at(-1)).toBe("summary");
    expect(outputSummaries).toHaveLength(1);
    expect(outputSummaries[0]?.body).toMatchObject({ model: "small" });
    expect(outputSummaries[0]?.rawBody).toContain("HEAD line of an output");
    expectWellFormed(requests);

    const call = answer.parts.find((part) => "toolCallId" in part);
    expect(call).toMatchObject({ toolCallId: "call_0", output: { text: LARGE } });
    const [part] = partsOf();
    expect(part).toMatchObject({ id: "call_0", data: { tool_call_id: "call_0", summary: SUMMARY } });
    const kept = part?.data.kept_path ?? "";
    expect(await readFile(kept, "utf8")).toBe(LARGE);
    expect(requests.at(-1)?.rawBody).toContain(JSON.stringify(kept).slice(1, -1));
    const calls =
      "SELECT agent, model_json ->> 'model_id' AS model, usage_json ->> 'input' AS input FROM agent_calls";
    expect(query(slice, `${calls} WHERE agent = 'precompact'`)).toEqual([
      { agent: "precompact", model: "small", input: 900 },
    ]);
    expect(broken(slice)).toEqual([]);
  });
});

test("[RN-6b, RN-5b] later turns, a restart and a branch read the stored summary, and nobody writes it again", async () => {
  await started();
  slice.provider.outputSummary(() => reply(SUMMARY));
  looksUntil((request) => request.includes(SUMMARY));
  const { session_id } = slice.ask("Look.");
  const answer = await slice.rest(session_id);
  slice.send({ session_id, text: "And now?" });
  await slice.rest(session_id);
  expect(told(-1)).toBe("summary");
  slice = await restartSlice(slice, { tools: [look] });
  slice.send({ session_id, text: "After a restart?" });
  await slice.rest(session_id);
  expect(told(-1)).toBe("summary");
  const { id } = await slice.service.branches.branch({
    parent_session_id: session_id,
    from_message_id: answer.id,
  });
  slice.send({ session_id: id, text: "In a branch?" });
  await slice.rest(id);
  expect(told(-1)).toBe("summary");
  expect(slice.provider.outputSummaries).toHaveLength(1);
});

test("[RN-6] a failing summary changes nothing, is not tried again, and the log alone hears of it, without a word of the session", async () => {
  await started();
  slice.provider.outputSummary(() => refusal(500));
  looksUntil(() => sentences.length > 0);
  const { session_id } = slice.ask("Look.");
  const answer = await slice.rest(session_id);
  expect(answer.metadata.finish_reason).toBe("stop");
  expect(told(-1)).toBe("whole");
  expect(slice.provider.outputSummaries).toHaveLength(1);
  expect(partsOf()).toEqual([]);
  expect(sentences.join()).not.toMatch(/HEAD|TAIL|Look/);
});

test("[RN-6a] the model of the step itself is asked nothing beside it where its server is nearby", async () => {
  await started({ models: [] });
  looksUntil((request) => request.includes("call_1"));
  const { session_id } = slice.ask("Look.");
  await slice.rest(session_id);
  expect(slice.provider.outputSummaries).toEqual([]);
  expect(partsOf()).toEqual([]);
  expect(sentences).toEqual([]);
});

test("[RN-6, RN-5b, Z-3] a summary that is late ends with its turn, and the next turn reads the output whole", async () => {
  await started();
  slice.provider.outputSummary(() => [{ text: "Half" }, { gate: "never" }]);
  looksUntil(() => slice.provider.outputSummaries.length > 0);
  const { session_id } = slice.ask("Look.");
  await slice.rest(session_id);
  expect((await slice.provider.outputSummaries[0]?.closed)?.by).toBe("client");
  slice.send({ session_id, text: "And now?" });
  await slice.rest(session_id);
  expect(told(-1)).toBe("whole");
  expect(partsOf()).toEqual([]);
  expect(sentences).toEqual([]);
});

test("[RN-6, AB-1] Stop ends a summary that is being written", async () => {
  await started();
  slice.provider.outputSummary(() => [{ text: "Half" }, { gate: "never" }]);
  slice.provider.enqueue(reply("", { tool: { id: "call_0", name: "look", input: { n: 0 }, deltas: 1 } }), [
    { text: "So" },
    { gate: "never" },
  ]);
  const { session_id } = slice.ask("Look.");
  await expect.poll(() => slice.provider.outputSummaries.length).toBe(1);
  await stopSoon(slice, slice.watch(session_id), async () => slice.provider.outputSummaries[0]);
  expect(partsOf()).toEqual([]);
});

test("[RN-6] 0 turns summaries off, and a short output is nobody's work", async () => {
  for (const precompact_tokens of [0, 100_000]) {
    await started({ run: { precompact_tokens } });
    looksUntil((request) => request.includes("nothing new"));
    await slice.rest(slice.ask("Look.").session_id);
    expect(slice.provider.outputSummaries).toEqual([]);
    expect(told(-1)).toBe("whole");
    if (precompact_tokens === 0) await removeSlice(slice);
  }
});
