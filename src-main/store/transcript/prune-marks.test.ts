import { expect, test } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Store } from "../../core/ports/store";
import { ask, opened } from "../testing/stores";
import { beginTurn, frame, ids, newSession, tick, USAGE, wholeTurn } from "../testing/talk";

/** A session whose last answer was measured, and that answer. */
function measured(store: Store) {
  const { session_id, message_id } = beginTurn(store);
  store.endTurn({
    frame: frame(session_id, message_id),
    metadata: { finish_reason: "stop", usage: USAGE, context_tokens: 9000 },
  });
  return { session_id, message_id };
}

const windowOf = (store: Store, session_id: SessionId) => {
  const { context_tokens, context_estimated } = store.session(session_id)?.billing ?? {};
  return [context_tokens, context_estimated];
};

test("[PR-2] a mark is read with its message and alone, and one that was taken back stays as such", () => {
  const { store } = opened();
  const { session_id, message_id } = wholeTurn(store);
  wholeTurn(store, session_id);
  const mark = (index: number) => ({ message_id, index, level: "middle" as const });
  const [now, later] = [tick(), tick()];
  store.putPruneMarks({ session_id, marks: [mark(0), mark(3)], now });
  expect(store.takeBackPruned({ session_id, places: [mark(3)], gained: 1, now: later })).toBe(true);
  expect(store.takeBackPruned({ session_id, places: [mark(3)], gained: 1, now: later })).toBe(false);
  const pruned = [
    { index: 0, level: "middle", auto: true, at: now },
    { index: 3, level: "middle", auto: true, at: now, back_at: later },
  ];
  expect(store.prunedOf(message_id)).toEqual(pruned);
  const messages = store.visibleMessages(session_id);
  expect(messages.map((message) => message.pruned)).toEqual([undefined, pruned, undefined, undefined]);
  store.putPruneMarks({ session_id, marks: [{ ...mark(3), level: "cleared" }], now: tick() });
  expect(store.prunedOf(message_id)[1]).toMatchObject({ level: "cleared", auto: true });
  expect(store.prunedOf(message_id)[1]).not.toHaveProperty("back_at");
  expect(store.undoStep()).toBeUndefined();
});

test("[PR-3, RW-7, TK-3] by hand: one entry to undo, and the context is an estimate", () => {
  const { store } = opened();
  const { session_id, message_id } = measured(store);
  expect(windowOf(store, session_id)).toEqual([9000, false]);
  const mark = (index: number) => ({ message_id, index, level: "cleared" as const });
  const [now, later] = [tick(), tick()];
  store.putPruneMarks({ session_id, marks: [mark(0), mark(1)], by_hand: { freed: 4000 }, now });
  store.putPruneMarks({ session_id, marks: [mark(2)], by_hand: { freed: 100_000 }, now: later });
  expect(windowOf(store, session_id)).toEqual([0, true]);
  expect(store.undoStep()).toMatchObject({ kind: "prune", created_at: later });
  expect(store.prunedAt(session_id, now)).toEqual([0, 1].map((index) => ({ message_id, index })));
  expect(store.prunedAt(newSession().id, now)).toEqual([]);

  store.takeBackPruned({ session_id, places: [mark(2)], gained: 500, now: tick() });
  expect(windowOf(store, session_id)).toEqual([500, true]);
  expect(store.undoStep()?.created_at).toBe(now);
  store.takeBackPruned({ session_id, places: store.prunedAt(session_id, now), now: tick() });
  expect(windowOf(store, session_id)).toEqual([9000, true]);
  expect(store.undoStep()).toBeUndefined();
});

test("[MS-3, PR-2] outputs get the marks back that they had, and of later ones nothing stays", () => {
  const { store } = opened();
  const { session_id, message_id } = wholeTurn(store);
  const mark = (index: number, level: "middle" | "cleared" = "middle") => ({ message_id, index, level });
  store.putPruneMarks({ session_id, marks: [mark(0)], now: tick() });
  store.putPruneMarks({ session_id, marks: [mark(1)], by_hand: { freed: 1 }, now: tick() });
  const before = store.prunedOf(message_id);
  store.putPruneMarks({ session_id, marks: [0, 1, 2].map((index) => mark(index, "cleared")), now: tick() });
  expect(store.prunedOf(message_id).map(({ level }) => level)).toEqual(["cleared", "cleared", "cleared"]);
  store.restorePruned([0, 1, 2].map((index) => ({ message_id, index, before: before[index] })));
  expect(store.prunedOf(message_id)).toEqual(before);
  expect(store.undoStep()).toMatchObject({ kind: "prune" });
});

test("[RN-7] an attempt that takes over the steps of another reads them as that one did", () => {
  const { store } = opened();
  const { session_id, message_id } = beginTurn(store);
  const marks = [0, 1].map((index) => ({ message_id, index, level: "middle" as const }));
  store.putPruneMarks({ session_id, marks, now: tick() });
  const next = frame(session_id, ids.message(), [], { start: { metadata: {} } });
  const part = { type: "text", text: "Taken over", state: "done" } as const;
  next.parts.push({ kind: "insert", id: ids.part(), index: 0, part, settled: true });
  const end = { frame: frame(session_id, message_id), metadata: { finish_reason: "error" as const } };
  store.retryTurn({ end, op_id: ids.op(), next });
  expect(store.prunedOf(next.message_id).map(({ index }) => index)).toEqual([0]);
});

test("[DB-10] marks leave with their message", () => {
  const { store, file } = opened();
  const { session_id, message_id } = wholeTurn(store);
  store.putPruneMarks({ session_id, marks: [{ message_id, index: 0, level: "middle" }], now: tick() });
  store.trashSession(session_id, true, tick());
  store.beginRemoval(session_id, tick());
  while (!store.removeSome(session_id, 100));
  expect(ask(file, "SELECT * FROM chat_prune_marks")).toEqual([]);
});
