import { expect, test } from "vitest";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidMessage, BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { WhyLeft } from "../../../src-preload/contract/domain/prompts";
import { summarised } from "./compaction";
import { counted, leftOut, type Reader } from "./left-out";
import { toModelMessages } from "./model-messages";
import { pruned } from "./pruning";

const model = { provider_id: "claude", model_id: "opus" };
const other = { provider_id: "gpt", model_id: "five" };
const id = "msg_00000000000001aaaaaaaaaaaa" as MessageId;
const later = "msg_00000000000002aaaaaaaaaaaa" as MessageId;
const reader = (rest: Partial<Reader> = {}): Reader => ({ model, ...rest });
const answer = (...parts: BraidPart[]): BraidMessage => ({
  id,
  role: "assistant",
  metadata: { model },
  parts,
});

const step: BraidPart = { type: "step-start" };
const text = (words: string): BraidPart => ({ type: "text", text: words });
const thought = (words: string): BraidPart => ({ type: "reasoning", text: words });
const tool = (words: string, rest: object = {}): BraidPart =>
  ({
    type: "tool-read",
    toolCallId: words,
    state: "output-available",
    input: { words },
    output: words,
    ...rest,
  }) as BraidPart;

/** Each part has a word of its own, so that the prompt tells which of them it holds. */
const cases: [string, BraidMessage & Pick<StoredMessage, "pruned">, Reader, Record<number, WhyLeft>][] = [
  ["nothing of a plain answer", answer(step, thought("ONE"), text("TWO"), tool("THREE")), reader(), {}],
  [
    "thoughts, and tools of the provider, of another model",
    answer(step, thought("ONE"), tool("TWO", { providerExecuted: true }), tool("THREE"), step, text("FOUR")),
    reader({ model: other }),
    { 1: "foreign", 2: "foreign" },
  ],
  [
    "nothing for the same model at another thinking level",
    answer(step, thought("ONE"), text("TWO")),
    reader({ model: { ...model, variant: "high" } }),
    {},
  ],
  ["a blank text", answer(step, text(" \n"), text("TWO")), reader(), { 1: "blank" }],
  [
    "a step that came no further than its thoughts",
    answer(step, text("ONE"), step, thought("TWO"), text("")),
    reader(),
    { 3: "reasoning-only", 4: "blank" },
  ],
  [
    "calls without an answer",
    answer(
      step,
      text("ONE"),
      tool("TWO", { state: "input-available" }),
      tool("THREE", { preliminary: true }),
      tool("FOUR", { state: "output-error", errorText: "no" }),
    ),
    reader(),
    { 2: "unfinished", 3: "unfinished" },
  ],
  [
    "sources",
    answer(step, text("ONE"), { type: "source-url", sourceId: "s", url: "https://TWO" }),
    reader(),
    { 2: "for-eyes" },
  ],
  [
    "the parts before a split",
    answer(step, text("ONE"), step, text("TWO")),
    reader({ split: { message_id: id, from_part: 2 } }),
    { 1: "summarised" },
  ],
  [
    "all of an answer before the one that is split",
    answer(step, text("ONE"), tool("TWO")),
    reader({ split: { message_id: later, from_part: 2 } }),
    { 1: "summarised", 2: "summarised" },
  ],
  [
    "the output that was pruned",
    {
      ...answer(step, tool("ONE".repeat(100)), tool("TWO")),
      pruned: [{ index: 1, level: "cleared", auto: true, at: 1 }],
    },
    reader(),
    { 1: "pruned" },
  ],
  [
    "nothing of a question",
    { id, role: "user", metadata: { model }, parts: [text("ONE"), text(" ")] },
    reader({ model: other, split: { message_id: later, from_part: 2 } }),
    {},
  ],
  [
    "nothing of a call whose input is no object: the error beside it is sent",
    answer(step, tool("ONE", { state: "output-error", errorText: "ONE", input: "half" })),
    reader(),
    {},
  ],
];

test.each(cases)("[SP-2c] tells what is left out: %s", async (_, message, how, left) => {
  const found = leftOut(message, how);
  expect(Object.fromEntries(found.map(({ index, why }) => [index, why]))).toEqual(left);
  // The stages themselves leave out the same parts.
  const read = summarised(pruned([message]), how.split);
  const sent = JSON.stringify(await toModelMessages(read, how.model));
  for (const [index, part] of message.parts.entries()) {
    const [word] = JSON.stringify(part).match(/ONE|TWO|THREE|FOUR/) ?? [];
    if (word === undefined || left[index] === "pruned") continue;
    expect(sent.includes(word), `${word} in ${sent}`).toBe(left[index] === undefined);
  }
});

test("[SP-2c] parts of one kind that were left out for one reason are told as a number", () => {
  const message = answer(step, thought("a"), thought("b"), tool("c", { state: "input-available" }));
  expect(counted(leftOut(message, reader({ model: other })))).toEqual([
    { what: "reasoning", why: "foreign", count: 2 },
    { what: "tool", why: "unfinished", count: 1 },
  ]);
});
