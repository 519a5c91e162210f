import { afterEach, beforeEach, expect, it } from "vitest";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { BraidPart } from "../../src-preload/contract/domain/messages";
import type { TodoItem } from "../../src-preload/contract/domain/tools";
import { type PartKind, registerPartKinds, todosOf } from "./parts";
import { settledTodos, shownTodos } from "./todos";
import { MessageCell } from "./view/message-cell";

const listOf = (part: BraidPart) => ("data" in part ? (part.data as TodoItem[]) : undefined);
const kind: PartKind = {
  matches: (part): part is BraidPart => part.type === "data-list",
  Draw: () => null,
  todos: listOf,
};
const other: PartKind = { matches: (part): part is BraidPart => part !== undefined, Draw: () => null };
beforeEach(() => registerPartKinds([kind], other));
afterEach(() => registerPartKinds([], other));

const todo = (text: string, status: TodoItem["status"] = "pending"): TodoItem => ({ text, status });

function cell(id: string, role: "user" | "assistant", todos?: TodoItem[], live = false): MessageCell {
  const parts: BraidPart[] = [{ type: "text", text: "x" }];
  if (todos !== undefined) parts.unshift({ type: "data-list", data: todos });
  const message = {
    id: id as MessageId,
    session_id: "ses_1" as SessionId,
    role,
    metadata: {},
    parts,
    created_at: 0,
  };
  return new MessageCell(message, live);
}
const shown = (cells: MessageCell[], drawn?: { message_id: MessageId; todos: TodoItem[] }, more = true) =>
  shownTodos({ cells, more }, settledTodos(cells), [drawn])?.map(({ text }) => text);

it("shows the newest list of the conversation", () => {
  const cells = [
    cell("msg_1", "assistant", [todo("old")]),
    cell("msg_2", "assistant", [todo("new")]),
    cell("msg_3", "assistant"),
  ];
  expect(shown(cells)).toEqual(["new"]);
  expect(shown([cell("msg_1", "user")])).toBeUndefined();
  expect(shown([cell("msg_1", "assistant", [])])).toBeUndefined();
});

it("a message that is being written tells its list itself", () => {
  const cells = [
    cell("msg_1", "assistant", [todo("old")]),
    cell("msg_2", "assistant", [todo("unread")], true),
  ];
  expect(shown(cells)).toEqual(["old"]);
  const drawn = { message_id: "msg_2" as MessageId, todos: [todo("live")] };
  expect(shown(cells, drawn)).toEqual(["live"]);
  // A rewind has hidden this list.
  expect(shown(cells.slice(0, 1), drawn)).toEqual(["old"]);
});

it("of two lists in one message the later one counts, also where the first is drawn again", () => {
  const parts: BraidPart[] = [
    { type: "data-list", data: [todo("old")] },
    { type: "data-list", data: [todo("new")] },
    { type: "text", text: "x" },
  ];
  expect(todosOf({ parts })?.map(({ text }) => text)).toEqual(["new"]);
});

it("a list that is done goes with the next message", () => {
  const done = [todo("a", "completed"), todo("b", "cancelled")];
  const cells = [cell("msg_1", "assistant", done)];
  expect(shown(cells)).toEqual(["a", "b"]);
  expect(shown([...cells, cell("msg_2", "user")])).toBeUndefined();
  expect(shown([cell("msg_1", "assistant", [...done, todo("c")]), cell("msg_2", "user")])).toEqual([
    "a",
    "b",
    "c",
  ]);
});

it("a list stays where its message is loaded no more: far before the loaded ones, as an outline, or behind a summary", () => {
  const list = { message_id: "msg_1" as MessageId, todos: [todo("a")] };
  const newer = cell("msg_3", "assistant", [todo("b")]);
  expect(shown([cell("msg_2", "user"), cell("msg_4", "assistant")], list)).toEqual(["a"]);
  expect(shown([cell("msg_2", "user"), newer], list)).toEqual(["b"]);
  const away = cell("msg_1", "assistant", [todo("a")]);
  away.sendAway();
  expect(shown([away, cell("msg_2", "user")])).toBeUndefined();
  expect(shown([away, cell("msg_2", "user")], list)).toEqual(["a"]);
});

it("a list goes with the first question, when that is edited", () => {
  const list = { message_id: "msg_1" as MessageId, todos: [todo("a")] };
  expect(shown([], list, false)).toBeUndefined();
  const first = cell("msg_2", "user");
  expect(shown([first, cell("msg_3", "assistant")], list, false)).toBeUndefined();
  // A summary stands for the messages before it.
  const summary = new MessageCell({ ...first.get().message, metadata: { synthetic: true }, away: true });
  expect(shown([summary, cell("msg_3", "user")], list, false)).toEqual(["a"]);
});

it("what a settled message says counts before what was seen of it, as when its reader was elsewhere meanwhile", () => {
  const seen = { message_id: "msg_1" as MessageId, todos: [todo("old")] };
  expect(shown([cell("msg_1", "assistant", [todo("new")])], seen)).toEqual(["new"]);
});
