import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fuzzRuns } from "../../../e2e/fixtures/fuzz-runs";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { PruneLevel as Level } from "../../../src-preload/contract/domain/pruning";
import type { Mark } from "../ports/prune-store";
import {
  asOf,
  firstProtected,
  type OutputSize,
  outputSizesOf,
  planPruning,
  pruned,
  prunedPart,
  tokensFreed,
} from "./pruning";

const id = (name: string) => name as MessageId;
const sizeOf = (characters: number) => Math.ceil(characters / 4);
const shares = { prune_at: 0.3, clear_at: 0.5 };

const output = (name: string, tokens: number, over: Partial<OutputSize> = {}): OutputSize => ({
  message_id: id(name),
  index: 0,
  tool: "bash",
  characters: tokens * 4,
  tokens,
  left: { middle: Math.min(tokens, 800), cleared: Math.min(tokens, 10) },
  protected: false,
  ...over,
});
const big = (name: string, over: Partial<OutputSize> = {}) => output(name, 20_000, over);
const told = (marks: Mark[]) => marks.map(({ message_id, level }) => `${message_id} ${level}`);

describe("[PR-1] what is pruned", () => {
  test.each<[string, OutputSize[], number, string[]]>([
    ["nothing at 30 %", [big("a"), big("b")], 60_000, []],
    ["the newest loses its middle over it, and that is enough", [big("a"), big("b")], 60_001, ["b middle"]],
    ["as many as it takes, walking back", [big("a"), big("b"), big("c")], 80_000, ["c middle", "b middle"]],
    [
      "everything of one over 50 %, then middles",
      [big("a"), big("b"), big("c")],
      100_001,
      ["c cleared", "b middle", "a middle"],
    ],
    ["not at 50 %", [big("a"), big("b"), big("c")], 100_000, ["c middle", "b middle", "a middle"]],
    ["no output under 50,000 characters", [output("a", 12_499), output("b", 12_500)], 190_000, ["b cleared"]],
    ["nothing that is protected", [big("a"), big("b", { protected: true })], 190_000, ["a cleared"]],
    [
      "nothing twice",
      [big("a"), big("b", { level: "middle", tokens: 800 }), big("c", { level: "cleared", tokens: 10 })],
      70_000,
      ["a middle"],
    ],
    [
      "the rest of one that lost its middle",
      [big("a"), big("b", { level: "middle", tokens: 800 })],
      110_000,
      ["b cleared", "a cleared"],
    ],
    [
      "nothing that would gain nothing",
      [big("a", { left: { middle: 20_000, cleared: 20_000 } })],
      190_000,
      [],
    ],
    ["nothing of nothing", [], 190_000, []],
  ])("%s", (_, outputs, fill, marks) => {
    expect(told(planPruning(outputs, { ...shares, fill, limit: 200_000 }))).toEqual(marks);
  });

  test("[RN-9, PR-1d] aggressive: all from 2,000 characters, whatever the fill, but nothing that is protected", () => {
    const outputs = [
      output("a", 499),
      output("b", 500),
      big("c", { protected: true }),
      big("d", { level: "middle", tokens: 800 }),
    ];
    const marks = planPruning(outputs, { ...shares, fill: 0, limit: 200_000, aggressive: true });
    expect(told(marks)).toEqual(["d cleared", "b cleared"]);
    expect(tokensFreed(outputs, marks)).toBe(790 + 490);
    expect(tokensFreed(outputs, [{ message_id: id("x"), index: 0, level: "cleared" }])).toBe(0);
  });
});

const tool = (name: string, result: unknown, over: object = {}): BraidPart =>
  ({
    type: `tool-${name}`,
    toolCallId: "c",
    state: "output-available",
    input: {},
    output: result,
    ...over,
  }) as object as BraidPart;
const answer = (name: string, ...parts: BraidPart[]): StoredMessage => ({
  id: id(name),
  session_id: "s" as StoredMessage["session_id"],
  role: "assistant",
  metadata: {},
  parts,
  created_at: 0,
});
/** The messages with these marks, as the store reads them. */
const marked = (
  messages: readonly StoredMessage[],
  marks: readonly Mark[],
  more: { back_at?: number } = {},
) =>
  messages.map((message) => {
    const own = marks.filter(({ message_id }) => message_id === message.id);
    return own.length === 0
      ? message
      : { ...message, pruned: own.map(({ index, level }) => ({ index, level, auto: true, at: 1, ...more })) };
  });
const ask = (name: string): StoredMessage => ({
  ...answer(name, { type: "text", text: "Go" }),
  role: "user",
});
const x = "x".repeat(2000);
/** Three answers that are protected because they are the last. */
const said: BraidPart = { type: "text", text: "Done." };
const last = [answer("y1", said), ask("y2"), answer("y3", tool("bash", x)), answer("y4", said)];
const protectedOf = (...messages: StoredMessage[]) =>
  outputSizesOf([...messages, ...last], { sizeOf })
    .filter((size) => size.message_id !== "y3")
    .map((size) => size.protected);

describe("[PR-1] what is protected", () => {
  test.each([
    ["a command", tool("bash", x), [false]],
    ["todos", tool("todo", x), [true]],
    ["todos by their other name", tool("todo_write", x), [true]],
    ["a subagent's answer", tool("task", x), [true]],
    ["a skill", tool("skill", x), [true]],
    ["a skill that nobody declared", tool("x", x, { type: "dynamic-tool", toolName: "skill" }), [true]],
    ["a file read", tool("read", x, { input: { path: "a" } }), [true]],
    ["a file of another tool", tool("grep", x, { input: { path: "a" } }), [false]],
    ["a short output (nobody asks)", tool("bash", x.slice(1)), []],
    ["a provider's own tool (not ours)", tool("web_search", x, { providerExecuted: true }), []],
    ["a failure", tool("bash", undefined, { state: "output-error", errorText: x }), []],
    ["a first result", tool("bash", x, { preliminary: true }), []],
    ["half a call", tool("bash", undefined, { state: "input-streaming" }), []],
  ])("%s", (_, part, expected) => {
    expect(protectedOf(answer("m1", part))).toEqual(expected);
  });

  test("[PR-1c] the last three answers, summaries not counted", () => {
    const c = answer("y0", {
      type: "data-compaction",
      data: { summary: "S", tail_start_id: "y1", op_id: "o" },
    });
    const sizes = outputSizesOf(
      [answer("m1", tool("bash", x)), answer("m2", tool("bash", x)), ask("m3"), c, ...last.slice(2)],
      { sizeOf },
    );
    expect(sizes.map((size) => [size.message_id, size.protected])).toEqual([
      ["m1", false],
      ["m2", true],
      ["y3", true],
    ]);
  });

  test("[PR-1c] the three files read last: all their pieces, of a piece read again the newest", () => {
    const read = (path: string, offset = 0) => tool("read", x, { input: { path, offset } });
    const files = ["a", "b", "c", "b"].map((path) => read(path));
    expect(
      protectedOf(answer("m1", ...files, read("d"), tool("read", "short", { input: { path: "d" } }))),
    ).toEqual([false, false, true, true, true]);
    expect(protectedOf(answer("m1", read("a"), read("a", 100), read("a")))).toEqual([false, true, true]);
    expect(
      protectedOf(
        answer("m1", tool("read", x, { input: { file_path: "a" } }), tool("read", x, { input: null })),
      ),
    ).toEqual([true, false]);
  });

  test("[PR-2] what somebody brought back", () => {
    const messages = [answer("m1", tool("bash", x), tool("bash", x)), ...last];
    const read = marked(messages, [{ message_id: id("m1"), index: 1, level: "cleared" }], { back_at: 2 });
    const told = (by_hand: boolean) =>
      outputSizesOf(read, { sizeOf, by_hand }).map(({ tokens, protected: kept }) => [tokens, kept]);
    expect(told(false).slice(0, 2)).toEqual([
      [500, false],
      [500, true],
    ]);
    expect(told(true)[1]).toEqual([500, false]);
    expect(pruned(read)[0]?.parts).toEqual(messages[0]?.parts);
    const at = (moment: number) => asOf(read[0] as StoredMessage, moment).pruned?.length;
    expect([at(0), at(1), at(2)]).toEqual([0, 1, 0]);
  });

  test("of the answer in the making, its last three steps", () => {
    const step = { type: "step-start" } as const;
    const parts = Array.from({ length: 5 }, () => [step, tool("bash", x)]).flat();
    const from = firstProtected(parts);
    expect(from).toBe(4);
    expect(firstProtected(parts.slice(0, 5))).toBe(0);
    const messages = [answer("m1", tool("bash", x)), ...last.slice(2), answer("z", ...parts)];
    const sizes = outputSizesOf(messages, { sizeOf, live: { id: id("z"), from } });
    expect(sizes.map((size) => `${size.message_id} ${size.index} ${size.protected}`)).toEqual([
      "m1 0 false",
      "y3 0 true",
      "z 1 false",
      "z 3 false",
      "z 5 true",
      "z 7 true",
      "z 9 true",
    ]);
  });

  test("[CP-4] what a split leaves out is not there", () => {
    const messages = [answer("m1", tool("bash", x)), answer("m2", tool("bash", x), tool("bash", x)), ...last];
    const sizes = outputSizesOf(messages, { sizeOf, split: { message_id: id("m2"), from_part: 1 } });
    expect(sizes.map(({ message_id, index }) => [message_id, index])).toEqual([
      ["m2", 1],
      ["y3", 0],
    ]);
  });
});

describe("[PR-1] a pruned output", () => {
  const long = `${"h".repeat(1500)}${"m".repeat(47_000)}${"t".repeat(1500)}`;
  test.each<[string, BraidPart, Level, unknown]>([
    [
      "its ends stay",
      tool("bash", long),
      "middle",
      `${"h".repeat(1500)}\n[47000 characters are left out here]\n${"t".repeat(1500)}`,
    ],
    ["nothing stays", tool("bash", long), "cleared", "<output pruned, 12500 tokens>"],
    ["an object becomes text", tool("bash", { out: long }), "cleared", "<output pruned, 12503 tokens>"],
    ["a short one is whole", tool("bash", "ok"), "cleared", "ok"],
    ["an object of few words is whole", tool("bash", { a: x }), "middle", { a: x }],
    ["no output is none", tool("bash", undefined), "cleared", undefined],
  ])("%s", (_, part, level, left) => {
    expect(prunedPart(part, level)).toEqual({ ...part, output: left });
  });

  test("an image loses its bytes, and its words stay", () => {
    const part = tool("shot", {
      content: [{ type: "image", mimeType: "image/png", data: "iVBORw0K".repeat(9000) }],
    });
    expect(prunedPart(part, "middle")).toMatchObject({
      output: expect.stringContaining('"data":"[image/png, 72000 characters]"'),
    });
  });

  test.each<BraidPart>([
    { type: "text", text: long },
    tool("bash", undefined, { state: "output-error", errorText: long }),
    tool("web_search", long, { providerExecuted: true }),
  ])("$type without an output of ours is itself", (part) => {
    expect(prunedPart(part, "cleared")).toBe(part);
  });

  test("[PR-2] the stored message is untouched, and other parts are the same", () => {
    const message = answer("m1", { type: "text", text: "Hi" }, tool("bash", long));
    const before = structuredClone(message);
    const [read] = pruned(marked([message], [{ message_id: id("m1"), index: 1, level: "cleared" }]));
    expect(read?.parts[0]).toBe(message.parts[0]);
    expect(read?.parts[1]).toMatchObject({ output: "<output pruned, 12500 tokens>" });
    expect(message).toEqual(before);
  });
});

const part = fc
  .record({
    name: fc.constantFrom("bash", "read", "todo", "task", "grep"),
    path: fc.constantFrom("a", "b", "c", "d", "e"),
    size: fc.oneof(fc.nat({ max: 4000 }), fc.integer({ min: 49_000, max: 120_000 })),
    as_object: fc.boolean(),
  })
  .map(({ name, path, size, as_object }) =>
    tool(name, as_object ? { out: "x".repeat(size) } : "x".repeat(size), { input: { path } }),
  );
const conversation = fc
  .array(fc.array(part, { maxLength: 4 }), { maxLength: 10 })
  .map((said) => said.map((parts, at) => answer(`m${String(at).padStart(2, "0")}`, ...parts)));

test("[PR-1] pruning touches nothing protected, never lets a prompt grow, stops when under, and has nothing to do a second time", () => {
  fc.assert(
    fc.property(conversation, fc.nat({ max: 100_000 }), fc.boolean(), (messages, others, aggressive) => {
      const limit = 200_000;
      const outputs = outputSizesOf(messages, { sizeOf });
      const total = (sizes: OutputSize[]) => sizes.reduce((sum, { tokens }) => sum + tokens, others);
      const pressure = { ...shares, limit, aggressive };
      const marks = planPruning(outputs, { ...pressure, fill: total(outputs) });
      const read = pruned(marked(messages, marks));
      const after = outputSizesOf(marked(messages, marks), { sizeOf });

      const kept = outputs.filter((size) => size.protected);
      for (const { message_id, index } of kept) {
        const at = messages.findIndex((message) => message.id === message_id);
        expect(read[at]?.parts[index]).toBe(messages[at]?.parts[index]);
      }
      expect(total(after)).toBe(total(outputs) - tokensFreed(outputs, marks));
      const parts = (some: StoredMessage[]) => JSON.stringify(some.map((one) => one.parts)).length;
      expect(parts(read)).toBeLessThanOrEqual(parts(messages));
      if (marks.length > 0) expect(total(after)).toBeLessThan(total(outputs));
      if (!aggressive && total(outputs) <= limit * shares.prune_at) expect(marks).toEqual([]);
      if (!aggressive && marks.length > 0) {
        const without = planPruning(outputs, { ...pressure, fill: total(outputs) }).slice(0, -1);
        const before = total(outputs) - tokensFreed(outputs, without);
        expect(before).toBeGreaterThan(limit * shares.prune_at);
      }
      expect(planPruning(after, { ...pressure, fill: total(after) })).toEqual([]);
      expect(pruned(read)).toEqual(read);
    }),
    { numRuns: fuzzRuns(100) },
  );
});
