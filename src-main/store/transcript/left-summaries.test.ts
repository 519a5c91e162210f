/** A summary of turns that were left, taken out and put back: the places of the other timelines (RW-8, RW-3). */
import { expect, test } from "vitest";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import { leftSummaryOf } from "../../../src-preload/contract/domain/left-summary";
import type { Store } from "../../core/ports/store";
import { opened } from "../testing/stores";
import { frame, ids, MODEL, question, tick, wholeTurn } from "../testing/talk";

/** The first words of each visible message. */
const seen = (store: Store, session_id: SessionId): string[] =>
  store.visibleMessages(session_id).map((message) => {
    const [part] = message.parts;
    return leftSummaryOf(message)?.summary ?? (part?.type === "text" ? part.text : "");
  });

/** Leaves a question and all after it for another one, with a summary if one is named. */
function leave(store: Store, session_id: SessionId, from: MessageId, words: string, summary?: string) {
  const left = summary && {
    id: ids.message(),
    part_id: ids.part(),
    session_id,
    left: { summary, turns: 1, model: MODEL },
    now: tick(),
  };
  const message = question(session_id, words);
  const answer_id = ids.message();
  const op_id = ids.op();
  store.rewindTurn({
    ...{ session_id, op_id, from, keep: false, message, undo: "rewind", now: tick() },
    ...(left ? { left } : {}),
    answer: frame(session_id, answer_id, [], { start: { metadata: { model: MODEL } } }),
  });
  store.endTurn({ frame: frame(session_id, answer_id), metadata: { finish_reason: "stop" } });
  return { op_id, question_id: message.id, summary_id: left ? left.id : undefined };
}

/** First a turn, then three courses: "Hello?", which was left for "two" with a summary, and that for "three" behind the summary. */
function threeCourses() {
  const { store } = opened();
  const first = wholeTurn(store, undefined, "An answer.");
  const { session_id, message_id: before } = first;
  const second = wholeTurn(store, session_id, "Another.");
  const two = leave(store, session_id, second.user_id, "two", "LEFT");
  const three = leave(store, session_id, two.question_id, "three");
  const { summary_id } = two;
  if (summary_id === undefined) throw new Error("there is no summary");
  const takeOut = () => {
    store.takeOut({ session_id, message_id: summary_id, op_id: ids.op(), now: tick() });
    const step = store.undoStep();
    if (step?.op_id === undefined) throw new Error("there is nothing to undo");
    const { id: undoes, op_id } = step;
    return () => store.putBack({ session_id, op_id, undoes, now: tick() });
  };
  const restore = (op_id: OpId) => store.unrewind({ session_id, op_id, new_op_id: ids.op(), now: tick() });
  const places = () => store.hiddenTurns(session_id).map(({ op_id, after }) => [op_id, after]);
  const words = () => seen(store, session_id).slice(2);
  return { store, session_id, before, summary_id, two, three, takeOut, restore, places, words };
}

test("[RW-8, RW-7] put back, it has the timelines behind it again that parted behind it, and no others", () => {
  const { before, summary_id, two, three, takeOut, restore, places, words } = threeCourses();
  const parted = [
    [two.op_id, before],
    [three.op_id, summary_id],
  ];
  expect(places()).toEqual(parted);
  const putBack = takeOut();
  expect(places()).toEqual([
    [two.op_id, before],
    [three.op_id, before],
  ]);
  putBack();
  expect(places()).toEqual(parted);
  expect(words()).toEqual(["LEFT", "three", ""]);
  restore(three.op_id);
  expect(words()).toEqual(["LEFT", "two", ""]);
});

test("[RW-8, RW-3] while it is out, the timelines behind it come and go behind its place", () => {
  const { store, session_id, three, takeOut, restore, places, words, before, summary_id } = threeCourses();
  const putBack = takeOut();
  restore(three.op_id);
  expect(words()).toEqual(["two", ""]);
  const [, asked] = store.visibleMessages(session_id).filter(({ role }) => role === "user");
  if (asked === undefined) throw new Error("nothing was asked");
  leave(store, session_id, asked.id, "four");
  expect(words()).toEqual(["four", ""]);
  expect(places().map(([, after]) => after)).toEqual([before, before, before]);
  putBack();
  expect(words()).toEqual(["LEFT", "four", ""]);
  expect(places().map(([, after]) => after)).toEqual([before, summary_id, summary_id]);
});

test("[RW-8, RW-3] the timelines behind it are not told of in a course without it, and return with it", () => {
  const { two, three, takeOut, restore, places, words, before, summary_id } = threeCourses();
  const putBack = takeOut();
  restore(two.op_id);
  expect(words()).toEqual(["Hello?", "Another."]);
  const [[without, after] = []] = places();
  expect([places().length, after]).toEqual([1, before]);
  putBack();
  expect(words()).toEqual(["Hello?", "Another."]);
  restore(without as OpId);
  expect(words()).toEqual(["LEFT", "three", ""]);
  expect(places()).toContainEqual([three.op_id, summary_id]);
});

test("[RW-8, BR-1] a branch from a hidden timeline behind it goes without it as long as it is out", () => {
  const { store, session_id, summary_id, two, takeOut } = threeCourses();
  const ofTwo = () => store.timelineThrough(session_id, two.question_id).ids;
  expect(ofTwo().slice(2)).toEqual([summary_id, two.question_id]);
  const putBack = takeOut();
  expect(ofTwo().slice(2)).toEqual([two.question_id]);
  putBack();
  expect(ofTwo().slice(2)).toEqual([summary_id, two.question_id]);
});
