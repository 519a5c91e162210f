import { describe, expect, test } from "vitest";
import { endsWithoutAnswer } from "./empty-end";
import type { BraidPart, StoredMessage } from "./messages";

const STEP: BraidPart = { type: "step-start" };
const THOUGHT: BraidPart = { type: "reasoning", text: "Hm." };
const CALL = {
  type: "dynamic-tool",
  toolName: "read",
  toolCallId: "a",
  state: "output-available",
} as BraidPart;
const FILE: BraidPart = { type: "file", mediaType: "image/png", url: "blob:1" };
const text = (words: string): BraidPart => ({ type: "text", text: words });
const stored = (parts: BraidPart[], metadata: StoredMessage["metadata"] = { finish_reason: "stop" }) => ({
  role: "assistant" as const,
  metadata,
  parts,
});

describe("[RN-10] an end without an answer is", () => {
  test.each<[string, BraidPart[]]>([
    ["a step of nothing after a tool", [STEP, text("I look."), CALL, STEP]],
    ["a step of thoughts after a tool", [STEP, CALL, STEP, THOUGHT]],
    ["thoughts alone", [STEP, THOUGHT]],
    ["blank words", [STEP, CALL, STEP, text(" \n")]],
    ["thoughts of a message without steps, as an import has it", [THOUGHT]],
  ])("%s", (_name, parts) => {
    expect(endsWithoutAnswer(stored(parts))).toBe(true);
  });

  test.each<[string, BraidPart[]]>([
    ["words", [STEP, CALL, STEP, text("Done.")]],
    ["words before a call in the same step", [STEP, text("I look."), CALL]],
    ["a picture", [STEP, THOUGHT, FILE]],
    ["what an import has carried along", [{ type: "data-carried", data: { block: "?" } } as BraidPart]],
    ["an outline", []],
  ])("not one of %s", (_name, parts) => {
    expect(endsWithoutAnswer(stored(parts))).toBe(false);
  });

  test("not one that its model did not choose, nor a summary, nor a question", () => {
    for (const finish_reason of ["aborted", "interrupted", "length", "tool-limit", "error"] as const)
      expect(endsWithoutAnswer(stored([STEP, THOUGHT], { finish_reason }))).toBe(false);
    expect(endsWithoutAnswer(stored([STEP, THOUGHT], {}))).toBe(false);
    expect(endsWithoutAnswer(stored([THOUGHT], { finish_reason: "stop", synthetic: true }))).toBe(false);
    expect(endsWithoutAnswer({ ...stored([THOUGHT]), role: "user" })).toBe(false);
  });
});
