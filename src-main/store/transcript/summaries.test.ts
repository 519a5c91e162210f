/** Summaries that leave and return with their timelines, others that are made meanwhile, and those that split an answer (RW-4, CP-4). */
import { expect, test } from "vitest";
import { type Compaction, compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { MessageId, OpId } from "../../../src-preload/contract/domain/ids";
import { leftSummaryOf } from "../../../src-preload/contract/domain/left-summary";
import { ask, opened } from "../testing/stores";
import { frame, ids, MODEL, question, text, tick } from "../testing/talk";

/** A conversation in which each message is its words, and each question has its answer: `q2` has `a2`. */
function talk() {
  const { store, file } = opened();
  const session_id = ids.session();
  const known = new Map<string, MessageId>();
  const id = (words: string): MessageId => known.get(words) ?? ("" as MessageId);
  const answerOf = (words: string) => {
    const message_id = ids.message();
    known.set(words, message_id);
    const part = {
      kind: "insert",
      id: ids.part(),
      index: 0,
      part: text(words, "done"),
      settled: true,
    } as const;
    return frame(session_id, message_id, [part], { start: { metadata: { model: MODEL } } });
  };
  const asked = (n: number) => {
    const message = question(session_id, `q${n}`);
    known.set(`q${n}`, message.id);
    return { message, answer: answerOf(`a${n}`) };
  };
  const end = ({ message_id }: { message_id: MessageId }) =>
    store.endTurn({
      frame: frame(session_id, message_id),
      metadata: { model: MODEL, finish_reason: "stop" },
    });
  const recordOf = (summary: string) => ({
    ...{ id: ids.message(), part_id: ids.part(), session_id, now: tick() },
    left: { summary, turns: 1, model: MODEL },
  });
  store.createSession({ id: session_id, title: "A talk", agent: "chat", model: MODEL, now: tick() });
  return {
    store,
    session_id,
    id,
    say: (...numbers: number[]) => {
      for (const n of numbers) {
        const { message, answer } = asked(n);
        store.addUserMessage(message, answer, {});
        end(answer);
      }
    },
    edit: (from: string, n: number, summary?: string) => {
      const op_id = ids.op();
      const left = summary === undefined ? {} : { left: recordOf(summary) };
      const said = asked(n);
      store.rewindTurn({
        ...{ session_id, op_id, from: id(from), keep: false, undo: "rewind", now: tick(), ...said },
        ...left,
      });
      end(said.answer);
      return op_id;
    },
    again: (from: string, words: string) => {
      const answer = answerOf(words);
      const now = tick();
      store.rewindTurn({
        session_id,
        op_id: ids.op(),
        from: id(from),
        keep: true,
        answer,
        undo: "retry",
        now,
      });
      end(answer);
    },
    compact: (summary: string, through: string, tail: string, split?: string) => {
      const op_id = ids.op();
      const of = split === undefined ? {} : { split: { message_id: id(split), from_part: 1 } };
      const numbers = { summary_tokens: 9, turns: 1, tokens_before: 99, tokens_after: 9 };
      const compaction: Compaction = {
        summary,
        tail_start_id: id(tail),
        auto: false,
        op_id,
        ...numbers,
        ...of,
      };
      const message_id = ids.messageBehind(id(through));
      known.set(summary, message_id);
      const metadata = { synthetic: true, finish_reason: "stop" } as const;
      store.compact({
        session_id,
        id: message_id,
        part_id: ids.part(),
        through: id(through),
        compaction,
        metadata,
        undo: "compact",
        now: tick(),
      });
      return op_id;
    },
    restore: (op_id: OpId) => store.unrewind({ session_id, op_id, new_op_id: ids.op(), now: tick() }),
    /** The first words of all visible messages. */
    seen: () => {
      const wrong = `SELECT id FROM chat_messages WHERE (hidden_at IS NULL) = EXISTS (SELECT 1 FROM chat_message_hides h
        JOIN chat_timeline_ops o ON o.id = h.op_id WHERE h.message_id = chat_messages.id AND o.undone_at IS NULL)`;
      expect(ask(file, wrong)).toEqual([]);
      return store.visibleMessages(session_id).map((message) => {
        const [part] = message.parts;
        return (
          compactionOf(message)?.summary ??
          leftSummaryOf(message)?.summary ??
          (part?.type === "text" ? part.text : "")
        );
      });
    },
    /** The places of the hidden timelines, and how many turns they have. */
    left: () =>
      store.hiddenTurns(session_id).map(({ after, turns }) => {
        const at = [...known].find(([, message_id]) => message_id === after);
        return `${turns} behind ${at?.[0]}`;
      }),
    only: (): OpId => {
      const [one, ...others] = store.hiddenTurns(session_id);
      expect(others).toEqual([]);
      return one?.op_id ?? ids.op();
    },
    /** The messages of a branch through one, and the summary that stands for each there. */
    branch: (through: string) => {
      const named = (message_id: string) =>
        [...known].find(([, other]) => other === message_id)?.[0] ?? message_id;
      const { ids: copied, compacted } = store.timelineThrough(session_id, id(through));
      return copied.map(
        (one) => named(one) + (compacted[one] === undefined ? "" : ` (${byOp(compacted[one])})`),
      );
      function byOp(op_id: OpId | undefined): string {
        const [row] = ask(
          file,
          `SELECT data_json ->> '$.data.summary' AS summary FROM chat_parts WHERE data_json ->> '$.data.op_id' = '${op_id}'`,
        );
        return String((row as { summary?: string } | undefined)?.summary);
      }
    },
  };
}

test("[RW-4, CP-4] a timeline comes and goes although a summary splits its answer, and none is lost", () => {
  const { say, edit, compact, restore, seen, left, only, store } = talk();
  say(1, 2);
  const first = edit("q2", 3);
  compact("S1", "a1", "q3", "a3");
  expect([seen(), left()]).toEqual([["S1", "q3", "a3"], ["1 behind S1"]]);
  restore(first);
  expect([seen(), left()]).toEqual([["q1", "a1", "q2", "a2"], ["1 behind a1"]]);
  for (let n = 0; n < 3; n++) {
    restore(only());
    expect([seen(), left()]).toEqual([["S1", "q3", "a3"], ["1 behind S1"]]);
    expect(store.undoStep()?.kind).toBe("restore");
    restore(only());
    expect([seen(), left()]).toEqual([["q1", "a1", "q2", "a2"], ["1 behind a1"]]);
  }
});

test("[RW-4, CP-4] a question whose answer is split is asked anew, and both courses come back", () => {
  const { say, edit, compact, restore, seen, left, only } = talk();
  say(1, 2);
  compact("S1", "a1", "q2", "a2");
  edit("q2", 3);
  for (let n = 0; n < 3; n++) {
    expect([seen(), left()]).toEqual([["q1", "a1", "q3", "a3"], ["1 behind a1"]]);
    restore(only());
    expect([seen(), left()]).toEqual([["S1", "q2", "a2"], ["1 behind S1"]]);
    restore(only());
  }
});

test("[RW-4] of two summaries at one place the one of the visible timeline is shown", () => {
  // The ends of ids are random: one of the two stands first.
  for (let n = 0; n < 12; n++) {
    const { say, again, compact, restore, seen, only } = talk();
    say(1, 2);
    compact("S1", "a1", "q2", "a2");
    again("q2", "short");
    compact("S3", "a1", "q2");
    expect(seen()).toEqual(["S3", "q2", "short"]);
    restore(only());
    expect(seen()).toEqual(["S1", "q2", "a2"]);
    restore(only());
    expect(seen()).toEqual(["S3", "q2", "short"]);
  }
});

test("[BR-1, RW-4] in a branch each summary stands for what is before it, whatever is shown now", () => {
  const { say, edit, compact, restore, seen, branch } = talk();
  say(1, 2, 3, 4);
  compact("S1", "a2", "q3");
  const left = edit("q2", 5);
  compact("S2", "a1", "q5");
  const whole = ["q1 (S2)", "a1 (S2)", "S2 (S1)", "q2 (S1)", "a2 (S1)", "S1", "q3", "a3", "q4", "a4"];
  expect(branch("a4")).toEqual(whole);
  restore(left);
  expect(seen()).toEqual(["S1", "q3", "a3", "q4", "a4"]);
  expect(branch("a4")).toEqual(whole);
});

test("[BR-1, RW-4] a branch from a left timeline has its summary, although the place was left as well", () => {
  const { say, edit, compact, branch } = talk();
  say(1, 2, 3, 4);
  compact("S1", "a2", "q3");
  edit("q3", 5);
  edit("q2", 6);
  expect(branch("a3")).toEqual(["q1 (S1)", "a1 (S1)", "q2 (S1)", "a2 (S1)", "S1", "q3", "a3"]);
  expect(branch("a6")).toEqual(["q1", "a1", "q6", "a6"]);
});

test("[RW-7] undo passes over changes of a timeline that is not shown, and comes back to them with it", () => {
  const { say, edit, restore, seen, left, store, session_id } = talk();
  say(1, 2);
  const first = edit("q2", 3);
  const undoes = store.undoStep()?.id ?? 0;
  say(4);
  edit("q4", 5);
  store.unrewind({ session_id, op_id: first, new_op_id: ids.op(), undoes, now: tick() });
  expect([seen(), left()]).toEqual([["q1", "a1", "q2", "a2"], ["2 behind a1"]]);
  expect(store.undoStep()).toBeUndefined();
  const [op] = store.hiddenTurns(session_id);
  restore(op?.op_id as OpId);
  expect(seen()).toEqual(["q1", "a1", "q3", "a3", "q5", "a5"]);
  expect(store.undoStep()?.kind).toBe("restore");
});

test("[RW-7] undo passes over a summary that left with its timeline", () => {
  const { say, edit, compact, store, session_id } = talk();
  say(1, 2);
  const first = edit("q2", 3);
  const undoes = store.undoStep()?.id ?? 0;
  say(4, 5);
  compact("S1", "a4", "q5");
  expect(store.undoStep()?.kind).toBe("compact");
  store.unrewind({ session_id, op_id: first, new_op_id: ids.op(), undoes, now: tick() });
  expect(store.undoStep()).toBeUndefined();
});

test("[RW-3, RW-8] a summary of turns that were left counts as no turn, and leaves with its timeline", () => {
  const { say, edit, restore, seen, left, only } = talk();
  say(1, 2);
  edit("q2", 3, "LEFT");
  restore(only());
  expect([seen(), left()]).toEqual([["q1", "a1", "q2", "a2"], ["1 behind a1"]]);
  restore(only());
  expect(seen()).toEqual(["q1", "a1", "LEFT", "q3", "a3"]);
});
