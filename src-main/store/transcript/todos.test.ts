import { expect, it } from "vitest";
import type { OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import type { Store } from "../../core/ports/store";
import { opened } from "../testing/stores";
import { beginTurn, endOf, frame, ids, MODEL, question, tick, wholeTurn } from "../testing/talk";

const call = (output: unknown, over: object = {}): BraidPart =>
  ({
    type: "tool-todo",
    toolCallId: "c",
    state: "output-available",
    input: {},
    output,
    ...over,
  }) as BraidPart;
const listOf = (text: string) => ({ text: "Noted.", todos: [{ text, status: "pending" }] });

/** A turn whose answer has these calls behind its words. */
function turnWith(store: Store, session_id: SessionId, ...parts: BraidPart[]) {
  const turn = beginTurn(store, session_id);
  const inserts = parts.map((part, at) => ({
    ...{ kind: "insert" as const, id: ids.part(), index: at + 1, part, settled: true },
  }));
  store.commitFrame(frame(session_id, turn.message_id, inserts));
  store.endTurn(endOf(turn, "Done."));
  return turn;
}

function talk() {
  const { store } = opened();
  const { session_id } = wholeTurn(store);
  return { store, session_id, newest: () => store.newestTodos(session_id)?.todos.map(({ text }) => text) };
}

it("finds the newest list, however many messages follow", () => {
  const { store, session_id, newest } = talk();
  expect(newest()).toBeUndefined();
  const { message_id } = turnWith(store, session_id, call(listOf("a")), call(listOf("b")));
  for (let n = 0; n < 20; n++) wholeTurn(store, session_id);
  expect(store.newestTodos(session_id)).toEqual({ message_id, todos: listOf("b").todos });
  // Neither a call that failed nor one of another program wrote a list.
  turnWith(store, session_id, call(undefined, { state: "output-error", errorText: "No" }), call("text"));
  expect(newest()).toEqual(["b"]);
  turnWith(store, session_id, call({ text: "", todos: [null, { text: 5 }, ...listOf("c").todos] }));
  expect(newest()).toEqual(["c"]);
});

it("a rewind takes a list away, and a summary does not", () => {
  const { store, session_id, newest } = talk();
  const { message_id } = turnWith(store, session_id, call(listOf("a")));
  const turn = wholeTurn(store, session_id);
  const op_id = ids.op();
  const of = { summary: "S", tail_start_id: turn.user_id, op_id, auto: false };
  store.compact({
    ...{ session_id, id: ids.messageBehind(message_id), part_id: ids.part(), through: message_id },
    compaction: { ...of, summary_tokens: 9, turns: 1, tokens_before: 99, tokens_after: 9 },
    metadata: { synthetic: true, finish_reason: "stop" },
    ...{ undo: "compact", now: tick() },
  });
  expect(store.visibleMessages(session_id).map(({ id }) => id)).not.toContain(message_id);
  expect(newest()).toEqual(["a"]);
  turnWith(store, session_id, call(listOf("b")));
  const answer = frame(session_id, ids.message(), [], { start: { metadata: { model: MODEL } } });
  const rewind = {
    session_id,
    op_id: ids.op() as OpId,
    from: turn.user_id,
    keep: false,
    undo: "rewind",
  } as const;
  store.rewindTurn({ ...rewind, message: question(session_id), answer, now: tick() });
  expect(newest()).toEqual(["a"]);
});
