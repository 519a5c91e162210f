import { expect, it } from "vitest";
import { nameOfCall, type ToolPart } from "../../../../../src-preload/contract/domain/call-texts";
import { badEndOf, diffsOf, failureOf, isFoldable, phaseOf, timeOf, todosOfCall } from "./call";

const part = (more: object): ToolPart =>
  ({
    type: "tool-bash",
    toolCallId: "1",
    state: "output-available",
    input: {},
    ...more,
  }) as unknown as ToolPart;
const output = (value: unknown) => part({ output: value });

it("a preliminary output is a call that runs", () => {
  expect(phaseOf(part({ output: "x", preliminary: true }))).toBe("doing");
  expect(phaseOf(part({ output: "x" }))).toBe("done");
  expect(phaseOf(part({ state: "input-streaming" }))).toBe("doing");
  expect(phaseOf(part({ state: "approval-requested" }))).toBe("do");
  expect(phaseOf(part({ state: "output-error", errorText: "no" }))).toBe("do");
  expect(nameOfCall(part({ type: "dynamic-tool", toolName: "fly" }))).toBe("fly");
});

it("time and ends are said where they are worth it", () => {
  expect(timeOf(output({ text: "", ms: 999 }))).toBeUndefined();
  expect(timeOf(output({ text: "", ms: 1000 }))).toBe(1000);
  expect(badEndOf(output({ text: "", command: { code: 0 } }))).toBeUndefined();
  expect(badEndOf(output({ text: "", command: { code: 2 } }))).toEqual({ code: 2 });
  expect(badEndOf(output({ text: "", command: { code: null } }))).toEqual({ signal: true });
  expect(badEndOf(output({ text: "", command: { code: null, timed_out_ms: 5 } }))).toEqual({
    timed_out_ms: 5,
  });
});

it.each([null, 7, "text", [], { text: 1 }, { text: "", ms: "long", diffs: "x", todos: {}, command: 3 }])(
  "an output of any shape has no facts: %j",
  (value) => {
    const hostile = output(value);
    expect([timeOf(hostile), badEndOf(hostile), todosOfCall(hostile)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(diffsOf(hostile)).toEqual([]);
  },
);

it("damaged changes and things to do are left out", () => {
  const diff = { path: "/a", patch: "", added: 1, removed: 0 };
  expect(diffsOf(output({ text: "", diffs: [diff, { ...diff, added: "1" }, null] }))).toEqual([diff]);
  const todo = { text: "Write", status: "pending" };
  expect(todosOfCall(output({ text: "", todos: [todo, { text: "Fly", status: "flown" }, 3] }))).toEqual([
    todo,
  ]);
});

it("only finished readings and searches fold", () => {
  expect(isFoldable(part({ type: "tool-read", output: "" }))).toBe(true);
  expect(isFoldable(part({ type: "tool-read", output: "", preliminary: true }))).toBe(false);
  expect(isFoldable(part({ type: "tool-grep", state: "output-error", errorText: "" }))).toBe(false);
  expect(isFoldable(output(""))).toBe(false);
});

it("[AB-2, LY-6] a call that was cut off after it had shown something has failed, and keeps what it showed", () => {
  const cut = output({ text: "half of it\n[aborted]", ended: "stopped" });
  expect([phaseOf(cut), failureOf(cut)]).toEqual(["do", "aborted"]);
  expect(failureOf(output({ text: "whole" }))).toBeUndefined();
  expect(failureOf(output({ text: "odd", ended: "__proto__" }))).toBeUndefined();
  expect(failureOf(part({ state: "output-error", errorText: "no" }))).toBe("no");
});
