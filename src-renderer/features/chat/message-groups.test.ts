import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/ids";
import { MessageCell } from "../../state/message-cell";
import { groupCells, type MessageGroup } from "./message-groups";

const cellOf = (number: number) =>
  new MessageCell({
    id: `msg_${String(number).padStart(14, "0")}` as MessageId,
    session_id: "ses_" as SessionId,
    role: "user",
    metadata: {},
    parts: [],
    created_at: 0,
  });
const cells = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => cellOf(from + index));
const flat = (groups: readonly MessageGroup[]) => groups.flatMap((group) => group.cells);

describe("groups of messages", () => {
  it("keep the order and lose nothing, whatever comes, goes, or is put in front", () => {
    const change = fc.record({ from: fc.nat(400), count: fc.nat(120), without: fc.nat(400) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        let groups: MessageGroup[] = [];
        for (const { from, count, without } of changes) {
          const now = cells(from, from + count).filter((_, index) => index !== without);
          groups = groupCells(now, groups);
          expect(flat(groups)).toEqual(now);
          expect(new Set(groups.map((group) => group.start)).size).toBe(groups.length);
        }
      }),
    );
  });

  it("are the same objects where nothing changed in them", () => {
    const middle = cells(100, 220);
    const before = groupCells(middle, []);
    const after = groupCells([...cells(40, 100), ...middle, ...cells(220, 221)], before);
    expect(after.filter((group) => before.includes(group))).toHaveLength(2);
    expect(after.map((group) => group.start)).toEqual(
      expect.arrayContaining(before.map((group) => group.start)),
    );
  });

  it("take an appended message without touching the others", () => {
    const some = cells(0, 75);
    const before = groupCells(some, []);
    const after = groupCells([...some, cellOf(75)], before);
    expect(after[0]).toBe(before[0]);
    expect(after).toHaveLength(2);
  });
});
