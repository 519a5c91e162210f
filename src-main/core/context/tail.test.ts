import fc from "fast-check";
import { expect, test } from "vitest";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import { summarised } from "./compaction";
import { cutAt, firstOf, type Split, type TurnSize, tailOf, turnsOf as weighedTurns } from "./tail";

const id = (name: string) => name as MessageId;
const split: Split = { message_id: id("m9"), from_part: 3 };
const turns = (...tokens: number[]): TurnSize[] =>
  tokens.map((size, at) => ({
    user_id: id(`m${at}`),
    answer_ids: [],
    tokens: size,
    short: at === tokens.length - 1 ? { tokens: size / 10, split } : { tokens: size },
  }));

test.each([
  ["both turns fit", turns(50, 60, 40), 2, 100, { from: 1 }],
  ["all turns fit", turns(1, 2), 5, 100, { from: 0 }],
  ["the last two do not fit", turns(50, 61, 40), 2, 100, { from: 2, warning: "last-turn" }],
  ["of three, two would fit", turns(50, 40, 40), 3, 100, { from: 2, warning: "last-turn" }],
  ["the last does not fit", turns(50, 60, 101), 2, 100, { from: 2, split, warning: "final-text" }],
  ["one was asked for, and does not fit", turns(50, 101), 1, 100, { from: 1, split, warning: "final-text" }],
  ["its text does not fit", turns(50, 60, 2000), 2, 100, { from: 3, warning: "nothing" }],
  ["a question alone does not fit", turns(500).slice(0, 0), 2, 100, { from: 0 }],
  ["none is asked for", turns(1, 2, 3), 0, 100, { from: 3 }],
  ["no room at all", turns(1, 2), 2, 0, { from: 2, warning: "nothing" }],
])("[CP-4a, CP-4b, CP-4c, CP-4d] the tail where %s", (_, sizes, tail_turns, budget, tail) => {
  expect(tailOf(sizes, { tail_turns, budget })).toEqual(tail);
});

test("[CP-4] a turn without an answer has nothing to leave out", () => {
  const unanswered: TurnSize = { user_id: id("q"), answer_ids: [], tokens: 101, short: { tokens: 101 } };
  expect(tailOf([unanswered], { tail_turns: 2, budget: 100 })).toEqual({ from: 1, warning: "nothing" });
});

const message = (name: string, role: StoredMessage["role"], parts: BraidPart[]): StoredMessage => ({
  id: id(name),
  session_id: "s" as StoredMessage["session_id"],
  role,
  metadata: {},
  parts,
  created_at: 0,
});
const text = (words: string): BraidPart => ({ type: "text", text: words });
const step: BraidPart = { type: "step-start" };
const tool = (output: unknown): BraidPart => ({
  type: "tool-bash",
  toolCallId: "c",
  state: "output-available",
  input: { command: "ls" },
  output,
});
const c = message("m0", "assistant", [
  { type: "data-compaction", data: { summary: "S", tail_start_id: "m1", op_id: "o" } },
]);
const length = (words: string) => words.length;
const turnsOf = (...[messages, sizeOf, split]: [StoredMessage[], typeof length, Split?]) => [
  ...weighedTurns(messages, sizeOf, { split }),
];

test.each<[string, BraidPart[][], Split | undefined]>([
  ["its last step with words", [[step, tool(1), step, text("end")]], { message_id: id("a0"), from_part: 2 }],
  ["a step with its reasoning", [[step, { type: "reasoning", text: "Hm" }, text("end")]], at("a0", 0)],
  ["a step that calls tools too", [[step, tool(1), step, text("so"), tool(2)]], at("a0", 2)],
  ["blank words", [[step, text("so"), step, text(" \n")]], at("a0", 0)],
  [
    "the last of its answers",
    [
      [step, text("so")],
      [step, tool(1), step, text("end")],
    ],
    at("a1", 2),
  ],
  [
    "the last answer with words",
    [
      [step, text("so")],
      [step, tool(1)],
    ],
    at("a0", 0),
  ],
  [
    "nothing where all are tools",
    [
      [step, tool(1)],
      [step, tool(2)],
    ],
    at("a1", 2),
  ],
  ["nothing of an empty answer", [[]], at("a0", 0)],
  ["no answer", [], undefined],
])("[CP-4c] of a turn that is too long, %s is kept", (_, answers, kept) => {
  const q = message("Q", "user", [text("Go")]);
  const all = [q, ...answers.map((parts, index) => message(`a${index}`, "assistant", parts))];
  const [turn, ...more] = turnsOf([c, ...all], length);
  expect(more).toEqual([]);
  expect(turn).toMatchObject({ user_id: "Q", answer_ids: all.slice(1).map((one) => one.id) });
  expect(turn?.short.split).toEqual(kept);
  expect(turn?.short.tokens).toBeLessThanOrEqual(turn?.tokens ?? 0);
});

function at(name: string, from_part: number): Split {
  return { message_id: id(name), from_part };
}

test("[CP-4] turns begin with what a user said; sizes leave out what an earlier split leaves out", () => {
  const answers = [message("a0", "assistant", [step, tool("x".repeat(1000)), step, text("end")])];
  const all = [message("_", "assistant", [text("imported")]), message("Q", "user", [text("Go")]), ...answers];
  const [imported, turn] = turnsOf(all, length);
  expect(imported).toMatchObject({ answer_ids: ["_"] });
  expect([firstOf(imported), firstOf(turn), firstOf(undefined)]).toEqual(["_", "Q", undefined]);
  const [, shorter] = turnsOf(all, length, at("a0", 2));
  expect(turn?.tokens).toBeGreaterThan(1000);
  expect(shorter?.tokens).toBe(turn?.short.tokens);
  expect(shorter?.short).toEqual(turn?.short);
});

const part = fc.oneof(
  fc.constant(step),
  fc.string({ maxLength: 20 }).map(text),
  fc.string({ maxLength: 200 }).map(tool),
);
const conversation = fc
  .array(
    fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const, "assistant" as const),
      parts: fc.array(part, { maxLength: 6 }),
    }),
    { maxLength: 12 },
  )
  .map((said) =>
    said.map(({ role, parts }, index) => message(`m${String(index + 1).padStart(2, "0")}`, role, parts)),
  );

test("[CP-4] the summarised and the kept are all messages and all parts, in order, and what is kept is what the model reads", () => {
  fc.assert(
    fc.property(
      conversation,
      fc.nat({ max: 4 }),
      fc.nat({ max: 400 }),
      fc.nat({ max: 400 }),
      (all, tail_turns, budget, later) => {
        const sizes = turnsOf(all, length);
        const tail = tailOf(sizes, { tail_turns, budget });
        const cut = { tail_start_id: firstOf(sizes[tail.from]), split: tail.split };
        const { hidden, kept } = cutAt(all, cut);
        expect(joined(all, hidden, kept)).toEqual(all);
        const from =
          cut.tail_start_id === undefined ? all.length : all.findIndex((m) => m.id === cut.tail_start_id);
        const read = all.slice(from);
        expect(kept).toEqual(summarised(read, cut.split));
        expect(turnsOf(kept, length).reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(
          Math.max(budget, 0),
        );
        // The next compaction: what the first left out is in neither half again.
        const sizesNow = turnsOf(read, length, cut.split);
        const next = tailOf(sizesNow, { tail_turns, budget: later });
        const again = cutAt(
          read,
          { tail_start_id: firstOf(sizesNow[next.from]), split: next.split },
          cut.split,
        );
        expect(joined(kept, again.hidden, again.kept)).toEqual(kept);
      },
    ),
    { numRuns: 500 },
  );
});

/** The two halves in the order of `all`; the parts of a message that stands in both are joined. */
function joined(all: StoredMessage[], hidden: StoredMessage[], kept: StoredMessage[]): StoredMessage[] {
  return all.map((one) => {
    const found = [...hidden, ...kept].filter((half) => half.id === one.id);
    expect(found.length).toBeGreaterThan(0);
    return { ...one, parts: found.flatMap(({ parts }) => parts) };
  });
}
