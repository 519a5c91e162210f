import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Wire } from "./answer-end";
import { createEventGate } from "./event-stream";
import { bytesOf, latin1OfUtf8, utf8Of } from "./latin1";

const LONGEST = 10_000;

/** Gives what passes of the pieces, which are bytes as latin1, and what was wrong. */
function through(pieces: readonly string[], wire: Wire = "chat") {
  const gate = createEventGate(wire, LONGEST);
  let passed = "";
  for (const piece of pieces) {
    if (gate.wrong !== undefined) break;
    passed += Buffer.from(gate.take(bytesOf(piece))).toString("latin1");
  }
  if (gate.wrong !== undefined) return { passed: utf8Of(passed), wrong: gate.wrong.message };
  const patience_ms = gate.patience?.ms;
  passed += Buffer.from(gate.end()).toString("latin1");
  return { passed: utf8Of(passed), patience_ms };
}

const pieces = (text: string, cuts: number[]): string[] => {
  const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, index) => text.slice(at[index], end));
};

test("[RN-10a] whatever its line ends and its cuts, an event stream passes as it is", () => {
  const line = fc.constantFrom(
    "data: {}",
    "data:",
    ": ping",
    "event: x",
    "id: 1",
    "retry: 5",
    "",
    "data: ü😀",
  );
  const lines = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")));
  fc.assert(
    fc.property(lines, fc.array(fc.nat(500)), (all, cuts) => {
      const text = all.map((pair) => pair.join("")).join("");
      expect(through(pieces(latin1OfUtf8(text), cuts)).passed).toBe(text);
    }),
  );
});

describe("[RN-10] what may not pass", () => {
  test.each([
    ["a page", "data: {}\n\n<html>\n", "data: {}\n\n", /no part of an answer/],
    ["a page of one line without end", `<html>${"x".repeat(100)}`, "", /no part of an answer/],
    ["a line that is too long", `: ${"x".repeat(LONGEST)}`, "", /in one piece/],
    ["an event of too many lines", "data: xxxxxxx\n".repeat(1000), undefined, /in one piece/],
    ["an event that is nested too deeply", `data: ${"[".repeat(65)}`, "", /too deeply/],
    ["an event on several lines that is", `${"data: [[[\n".repeat(22)}`, undefined, /too deeply/],
  ])("%s", (_, text, before, sentence) => {
    for (const cuts of [[], Array.from({ length: 200 }, (__, n) => n * 7)]) {
      const { passed, wrong } = through(pieces(text, cuts));
      expect(wrong).toMatch(sentence);
      if (before !== undefined) expect(passed).toBe(before);
    }
  });

  test("a line's end in two halves does not hide how long an event is", () => {
    const halves = Array(2000).fill(["data: xxxx\r", "\n"]).flat();
    expect(through(halves).wrong).toMatch(/in one piece/);
  });

  test("many events are no long one", () => {
    expect(through(["data: {}\n\n".repeat(LONGEST)]).wrong).toBeUndefined();
  });
});

test("half a field at the end is the cut of a connection", () => {
  expect(through(["data: {}\n\nda"])).toEqual({ passed: "data: {}\n\nda", patience_ms: undefined });
  expect(() => through(["data: {}\n\nHello"])).toThrow(/no part of an answer/);
});

describe("[RN-8] the end of an answer", () => {
  const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  const choice = (finish_reason: unknown, content = "") => ({
    choices: [{ delta: { content }, finish_reason }],
  });
  const candidate = (finishReason?: string, text = "") => ({
    candidates: [{ content: { parts: [{ text }] }, finishReason }],
  });

  test.each<[string, Wire, string, number | undefined]>([
    ["words", "chat", data(choice(null, "Hi")), undefined],
    ["a reason that is empty", "chat", data(choice("")), undefined],
    ["words about one", "chat", data(choice(null, '"finish_reason":"stop" [DONE] {"usage":{}}')), undefined],
    ["a reason", "chat", data(choice("stop")), 2000],
    ["a reason and the usage with it", "chat", data({ ...choice("stop"), usage: { total_tokens: 1 } }), 200],
    ["a reason, then the usage", "chat", data(choice("stop")) + data({ choices: [], usage: { a: 1 } }), 200],
    ["usage before it", "chat", data({ ...choice(null), usage: { a: 1 } }), undefined],
    ["its last word", "chat", "data: [DONE]\n\n", 100],
    ["its last word, close by", "chat", "data:[DONE]\n", 100],
    ["its last word in a comment", "chat", ": [DONE]\n\n", undefined],
    ["another's", "anthropic", "data: [DONE]\n\n", undefined],
    [
      "the reason alone",
      "anthropic",
      data({ type: "message_delta", delta: { stop_reason: "end_turn" } }),
      undefined,
    ],
    ["its last event", "anthropic", data({ type: "message_stop" }), 100],
    [
      "a tool's result with that word",
      "anthropic",
      data({ type: "x", content: { type: "message_stop" } }),
      undefined,
    ],
    ["it is done", "responses", data({ type: "response.completed", response: {} }), 100],
    ["it is cut", "responses", data({ type: "response.incomplete", response: {} }), 100],
    ["it has failed", "responses", data({ type: "response.failed", response: {} }), 100],
    ["a part is done", "responses", data({ type: "response.output_item.done" }), undefined],
    ["words", "google", data(candidate()), undefined],
    ["a reason", "google", data(candidate("STOP")), 200],
    ["words beside a reason", "google", data(candidate("STOP", "all")), 2000],
    ["a reason each time", "google", data(candidate("STOP")) + data(candidate(undefined, "more")), 10_000],
    [
      "a call with that name",
      "google",
      data({ candidates: [{ content: { parts: [{ args: { finishReason: "x" } }] } }] }),
      undefined,
    ],
  ])("%s (%s)", (_, wire, text, patience) => {
    expect(through([text], wire).patience_ms).toBe(patience);
  });

  test("nothing passes after it, and the last event is whole", () => {
    const last = 'data: {"type":"message_stop"}\n';
    expect(through([`${last}data: {"type":"more"}\n\n`, "what?\n"], "anthropic").passed).toBe(`${last}\n\n`);
  });
});

describe("[TK-1] token counts as texts", () => {
  test.each<[object, object | undefined]>([
    [{ usage: { prompt_tokens: "12" } }, { usage: { prompt_tokens: 12 } }],
    [
      { usage: { prompt_tokens: "12", prompt_tokens_details: { cached_tokens: "7" } } },
      { usage: { prompt_tokens: 12, prompt_tokens_details: { cached_tokens: 7 } } },
    ],
    [{ message: { usage: { input_tokens: "3" } } }, { message: { usage: { input_tokens: 3 } } }],
    [{ response: { usage: { input_tokens: "3" } } }, { response: { usage: { input_tokens: 3 } } }],
    [{ usageMetadata: { promptTokenCount: "3" } }, { usageMetadata: { promptTokenCount: 3 } }],
    [{ usage: { prompt_tokens: "12 or so" } }, undefined],
    [{ args: { max_tokens: "12" } }, undefined],
    [{ text: '"prompt_tokens":"12" ü 😀 \ud83d' }, undefined],
  ])("%j", (sent, read = sent) => {
    const [, json = ""] =
      /^data: ?(.*)\n\n$/s.exec(through([latin1OfUtf8(`data: ${JSON.stringify(sent)}\n\n`)]).passed) ?? [];
    expect(JSON.parse(json)).toEqual(read);
  });
});
