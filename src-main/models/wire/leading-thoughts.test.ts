import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitting } from "./leading-thoughts";

type Part = LanguageModelV3StreamPart;
const delta = (text: string, id = "t"): Part => ({ type: "text-delta", id, delta: text });
const text = (pieces: readonly string[], id = "t"): Part[] => [
  { type: "text-start", id },
  ...pieces.map((piece) => delta(piece, id)),
  { type: "text-end", id },
];
const call: Part = { type: "tool-call", toolCallId: "c", toolName: "read", input: "{}" };

async function through(parts: readonly Part[], begins_thinking = false): Promise<Part[]> {
  const made: Part[] = [];
  for await (const part of ReadableStream.from(parts).pipeThrough(splitting(begins_thinking)))
    made.push(part);
  return made;
}

/** The parts with their words joined, each from its beginning to its end. */
function read(parts: readonly Part[]): [string, string][] {
  const read: [string, string][] = [];
  const open = new Map<string, [string, string]>();
  for (const part of parts) {
    if (part.type === "text-start" || part.type === "reasoning-start") {
      const one: [string, string] = [part.type.replace("-start", ""), ""];
      expect(open.has(part.id)).toBe(false);
      open.set(part.id, one);
      read.push(one);
    } else if (part.type === "text-delta" || part.type === "reasoning-delta") {
      const one = open.get(part.id);
      if (one === undefined) return expect.unreachable("words of a part that is not open");
      expect(part.type).toBe(`${one[0]}-delta`);
      one[1] += part.delta;
    } else if (part.type === "text-end" || part.type === "reasoning-end") {
      expect(open.delete(part.id)).toBe(true);
    } else read.push([part.type, ""]);
  }
  expect(open.size, "every part that began has ended").toBe(0);
  return read;
}
const readText = async (pieces: readonly string[], begins_thinking = false) =>
  read(await through(text(pieces), begins_thinking));

/** The rule in one expression, for a whole answer. */
function expected(answer: string, begins_thinking: boolean): [string, string][] {
  const tagged = /^\s*<(think|thinking)>/.test(answer);
  const whole = begins_thinking && !tagged && answer.trim() !== "" ? `<think>${answer}` : answer;
  const found = /^\s*<(think|thinking)>\s*([\s\S]*?)(?:<\/\1>\s*([\s\S]*))?$/.exec(whole);
  if (found === null) return [["text", answer]];
  const [, , thoughts = "", words = ""] = found;
  return [
    ...(thoughts === "" ? [] : [["reasoning", thoughts] as [string, string]]),
    ...(words === "" ? [] : [["text", words] as [string, string]]),
  ];
}

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      "<think>",
      "</think>",
      "<thinking>",
      "</thinking>",
      "<th",
      "</",
      ">",
      " ",
      "\n",
      "a",
      "Hm. ",
    ),
    fc.string({ maxLength: 4 }),
  ),
  { maxLength: 8 },
);

test("however an answer is cut into pieces, its leading thoughts are reasoning and the rest is text", async () => {
  const cut = fc.tuple(
    fc.constantFrom("", "<think>", "<thinking>", "\n<think>\n"),
    pieces,
    fc.array(fc.nat(), { maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(cut, fc.boolean(), async ([start, words, at], begins_thinking) => {
      const answer = start + words.join("");
      const cuts = [...new Set(at.map((n) => n % (answer.length + 1)))].sort((a, b) => a - b);
      const parts = [...cuts, answer.length].map((end, n) => answer.slice(n === 0 ? 0 : cuts[n - 1], end));
      expect(await readText(parts, begins_thinking)).toEqual(expected(answer, begins_thinking));
    }),
    { numRuns: 1500 },
  );
});

test.each([
  [
    "<think>Hm.</think>\n\nYes.",
    [
      ["reasoning", "Hm."],
      ["text", "Yes."],
    ],
  ],
  [
    " \n<thinking>\nHm.\n</thinking>Yes.",
    [
      ["reasoning", "Hm.\n"],
      ["text", "Yes."],
    ],
  ],
  ["<think>Hm. And", [["reasoning", "Hm. And"]]],
  ["<think>\n\n</think>\n\nYes.", [["text", "Yes."]]],
  [
    "<think>a</thinking>b</think>c",
    [
      ["reasoning", "a</thinking>b"],
      ["text", "c"],
    ],
  ],
  ["<th", [["text", "<th"]]],
  ["<thin air>", [["text", "<thin air>"]]],
  ["The tag <think>a</think> is", [["text", "The tag <think>a</think> is"]]],
  [
    "<think>a</think>b<think>c</think>",
    [
      ["reasoning", "a"],
      ["text", "b<think>c</think>"],
    ],
  ],
  ["`<think>`", [["text", "`<think>`"]]],
])("%j, letter by letter", async (answer, parts) => {
  expect(await readText([...answer])).toEqual(parts);
});

test("of a model that begins with its thoughts, all before the closing tag is reasoning as it comes", async () => {
  expect(await readText(["Hm. a < b", " </th", "ink>\n\nYes </think>."], true)).toEqual([
    ["reasoning", "Hm. a < b "],
    ["text", "Yes </think>."],
  ]);
  expect(await readText(["\n</think>\n\nYes."], true)).toEqual([["text", "Yes."]]);
  expect(await readText(["Hm. And"], true)).toEqual([["reasoning", "Hm. And"]]);
  const told: Part[] = [
    { type: "reasoning-start", id: "r" },
    { type: "reasoning-end", id: "r" },
    ...text(["Yes."]),
  ];
  expect(await through(told, true), "a server that tells them apart after all").toEqual(told);
});

test("words arrive as they come: nothing is held but what may be a tag", async () => {
  const stream = splitting();
  const [writer, reader] = [stream.writable.getWriter(), stream.readable.getReader()];
  const give = (part: Part) => void writer.write(part);
  const next = async () => (await reader.read()).value;
  give({ type: "text-start", id: "t" });
  give(delta("<think>Hm"));
  expect(await next()).toMatchObject({ type: "reasoning-start" });
  expect(await next()).toMatchObject({ type: "reasoning-delta", delta: "Hm" });
  give(delta(", a < b </th"));
  expect(await next()).toMatchObject({ type: "reasoning-delta", delta: ", a < b " });
  give(delta("ink>Yes"));
  expect(await next()).toMatchObject({ type: "reasoning-end" });
  expect(await next()).toEqual({ type: "text-start", id: "t" });
  expect(await next()).toEqual(delta("Yes"));
  await writer.close();
});

describe("beside other parts", () => {
  test("a call of a tool comes after the thoughts, and a later text is text whatever it begins with", async () => {
    const parts = [...text(["<think>Hm.</think>"]), call, ...text(["<think>no</think>"], "u")];
    expect(read(await through(parts))).toEqual([
      ["reasoning", "Hm."],
      ["tool-call", ""],
      ["text", "<think>no</think>"],
    ]);
  });

  test("after thoughts that the server has told apart, a tag is text", async () => {
    const parts: Part[] = [
      { type: "stream-start", warnings: [] },
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-end", id: "r" },
      ...text(["<think>a</think>b"]),
    ];
    expect(await through(parts)).toEqual(parts);
  });

  test("white space of a text before it hides no tag, and comes through", async () => {
    expect(read(await through([...text(["\n"]), ...text(["<think>a</think>b"], "u")]))).toEqual([
      ["text", "\n"],
      ["reasoning", "a"],
      ["text", "b"],
    ]);
  });

  test("an answer without a tag is the same parts, and white space without an end is not held for ever", async () => {
    const parts = [...text(["Hello", " you."]), call];
    expect(await through(parts)).toEqual(parts);
    const blank = " ".repeat(600);
    expect(
      await through([{ type: "text-start", id: "t" }, delta(blank), delta(blank), delta("<think>")]),
    ).toEqual([{ type: "text-start", id: "t" }, delta(blank + blank), delta("<think>")]);
  });

  test("a stream that breaks off loses none of its words", async () => {
    const start: Part = { type: "text-start", id: "t" };
    expect(await through([start, delta("<thi")])).toEqual([start, delta("<thi")]);
    const cut = await through([start, delta("<think>a</th")]);
    expect(cut.map((part) => (part.type === "reasoning-delta" ? part.delta : "")).join("")).toBe("a</th");
  });
});
