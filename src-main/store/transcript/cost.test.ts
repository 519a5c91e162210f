import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ask, opened, stranger } from "../testing/stores";
import { append, beginTurn, wholeTurn } from "../testing/talk";
import { MESSAGE_SQL } from "./messages";

const logOf = (file: string): number => statSync(`${file}-wal`).size;

/** Bytes a commit adds to the log, over `commits` of them, once `saved` characters are there. */
function bytesACommit(saved: number, piece: number, commits: number): number {
  const { file, store } = opened();
  const turn = beginTurn(store);
  append(store, turn, 0, "x".repeat(saved));
  const before = logOf(file);
  for (let seq = 1; seq <= commits; seq++) append(store, turn, seq, "y".repeat(piece));
  return (logOf(file) - before) / commits;
}

describe("what saving a frame costs", () => {
  it("[SV-3] is the same with 8 KB, 256 KB or 4 MB of text saved, and no more than 8 KiB", () => {
    const [small, large, huge] = [8_192, 262_144, 4_194_304].map((saved) => bytesACommit(saved, 20, 100)) as [
      number,
      number,
      number,
    ];
    expect(small).toBeLessThan(8_192);
    expect(Math.abs(large - small)).toBeLessThan(small * 0.1);
    expect(Math.abs(huge - small)).toBeLessThan(small * 0.1);
  });

  it("[SV-3] is in proportion to the text where frames are full: sixteen chunks of twenty characters", () => {
    expect(bytesACommit(0, 320, 300) / 320).toBeLessThan(40);
  });

  it("[SV-3] touches neither the part, nor the message, nor the session", () => {
    const { file, store } = opened();
    const turn = beginTurn(store);
    const saved = () =>
      ["chat_sessions", "chat_messages", "chat_parts"].map((table) =>
        ask(file, `SELECT * FROM ${table} ORDER BY id`),
      );
    const before = saved();
    append(store, turn, 0, "more");
    expect(saved()).toEqual(before);
  });

  it("[SV-3] does not grow with the number of turns", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    for (let n = 0; n < 150; n++) wholeTurn(store, session_id);
    const turn = beginTurn(store, session_id);
    const before = logOf(file);
    for (let seq = 0; seq < 50; seq++) append(store, turn, seq, "y".repeat(20));
    expect((logOf(file) - before) / 50).toBeLessThan(8_192);
  });
});

describe("what reading costs", () => {
  const planOf = (name: keyof typeof MESSAGE_SQL): string[] => {
    const { file, store } = opened();
    wholeTurn(store);
    const db = stranger(file);
    const values = MESSAGE_SQL[name].match(/\?/g)?.map(() => "[]") ?? [];
    const plan = db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${MESSAGE_SQL[name]}`)
      .all(...values);
    return plan.map(({ detail }) => detail);
  };

  it("a page is found in the index of visible messages, whatever the session's length", () => {
    expect(planOf("page")).toEqual([
      "SEARCH chat_messages USING INDEX chat_messages_visible (session_id=? AND id<?)",
    ]);
    expect(planOf("visible")).toEqual([
      "SEARCH chat_messages USING INDEX chat_messages_visible (session_id=? AND id>?)",
    ]);
  });

  it("[RW-3] a page of a hidden timeline is found in the index of what its op hides, in order", () => {
    expect(planOf("hiddenPage")[0]).toBe(
      "SEARCH t USING COVERING INDEX chat_message_hides_op (op_id=? AND message_id<?)",
    );
    expect(planOf("hiddenPage").join()).not.toMatch(/SCAN|TEMP B-TREE/);
  });

  it("parts are found by their message, and deltas by their part", () => {
    const plan = planOf("parts");
    expect(plan).toContain("SEARCH chat_parts USING INDEX chat_parts_message (message_id=?)");
    expect(plan).toContain("SEARCH chat_deltas USING PRIMARY KEY (part_id=?)");
    for (const step of plan) expect(step).not.toMatch(/SCAN chat_|TEMP B-TREE/);
  });

  it("[LY-6] turns that never ended are found in an index that holds nothing else", () => {
    expect(planOf("unsettled")).toEqual([
      "SEARCH chat_messages USING INDEX chat_messages_unsettled (session_id=?)",
    ]);
    const [step, ...more] = planOf("unsettledSessions");
    expect(step).toMatch(/^SCAN chat_messages USING (COVERING )?INDEX chat_messages_unsettled$/);
    expect(more).toEqual([]);
  });
});
