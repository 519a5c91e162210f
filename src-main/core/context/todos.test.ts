import { expect, test } from "vitest";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { wholeSummary } from "./compaction";
import { openTodosOf } from "./todos";

const call = (input: unknown, over: object = {}): BraidPart =>
  ({
    type: "tool-todo_write",
    toolCallId: "c",
    state: "output-available",
    input,
    output: "ok",
    ...over,
  }) as BraidPart;
const answer = (...parts: BraidPart[]) => ({ parts });
const todo = (content: string, status = "pending") => ({ content, status });
const A = { text: "A", status: "pending" };

test.each<[string, BraidPart[], unknown]>([
  ["a list", [call({ todos: [todo("A"), todo("B", "completed")] })], [A]],
  ["another name, and a bare list", [call([{ text: "A" }], { type: "tool-todo" })], [A]],
  [
    "a tool that nobody declared",
    [call({ items: [todo("A")] }, { type: "dynamic-tool", toolName: "todo" })],
    [A],
  ],
  ["the newest call", [call([todo("old")]), call([todo("A")])], [A]],
  ["a list that is done", [call([todo("old")]), call([todo("x", "done"), todo("y", "cancelled")])], []],
  ["an empty list", [call([todo("old")]), call({ todos: [] })], []],
  ["a call that failed", [call([todo("A")]), call([todo("new")], { state: "output-error" })], [A]],
  ["half a call", [call([todo("A")]), call({ todos: [todo("ne")] }, { state: "input-streaming" })], [A]],
  ["a call that runs", [call([todo("old")]), call([todo("A")], { state: "input-available" })], [A]],
  ["input without a list", [call([todo("A")]), call("todo: rm -rf"), call(null), call({ todos: "x" })], [A]],
  ["odd items", [call([null, 1, "x", [], {}, { content: 5 }, { content: " " }, todo(" A ")])], [A]],
  ["another tool", [call([todo("x")], { type: "tool-bash" })], undefined],
  ["no parts", [], undefined],
])("[CP-5] open todos of %s", (_, parts, open) => {
  expect(openTodosOf(parts.map((part) => answer(part)))).toEqual(open);
  expect(openTodosOf([answer(...parts)])).toEqual(open);
});

test("[CP-5d] todos outlive any number of compactions, until a call writes a new list", () => {
  const todos = [A, { text: "B (in part)", status: "in_progress" }];
  const live_request = "Say:\n## Open todos\n\n- [ ] C";
  const data = {
    summary: wholeSummary("## Goal\n\n- [ ] D", { todos, live_request }),
    tail_start_id: "m",
    op_id: "o",
  };
  const c = answer({ type: "data-compaction", data });
  expect(openTodosOf([c, answer({ type: "text", text: "Hm." })])).toEqual(todos);
  expect(openTodosOf([c, answer(call({ todos: [] }))])).toEqual([]);
  const without = {
    ...data,
    summary: wholeSummary("## Open todos\n\n- [ ] of the model", { todos: [], live_request }),
  };
  expect(openTodosOf([answer({ type: "data-compaction", data: without })])).toBeUndefined();
});
