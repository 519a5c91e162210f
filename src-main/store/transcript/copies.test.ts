import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { PartWrite } from "../../core/ports/transcript-store";
import { ask, opened } from "../testing/stores";
import { beginTurn, endOf, frame, ids, text, tick, wholeTurn } from "../testing/talk";

/** Three turns; the answer of the second one has so many parts. */
function talkWith(many: number) {
  const { file, store } = opened();
  const { session_id } = wholeTurn(store);
  const turn = beginTurn(store, session_id);
  const more = Array.from({ length: many - 1 }, (_, at): PartWrite => {
    const index = at + 1;
    return { kind: "insert", id: ids.part(), index, part: text(`part ${index}`, "done"), settled: true };
  });
  store.commitFrame(frame(session_id, turn.message_id, more));
  store.endTurn(endOf(turn, "part 0"));
  const last = wholeTurn(store, session_id);
  return { file, store, session_id, through: last.message_id };
}

const timeOf = (id: string): bigint => BigInt(`0x${id.slice(4, 18)}`);
const partIds = (file: string, session_id: SessionId) =>
  ask(file, `SELECT id FROM chat_parts WHERE session_id = ? ORDER BY message_id, "index"`, session_id).map(
    ({ id }) => String(id),
  );

describe("copied parts", () => {
  it.each([3, 256, 257, 700])(
    "[BR-1, DB-5] have ids in their order, all of them reserved: an answer of %i parts",
    (many) => {
      const { file, store, session_id, through } = talkWith(many);
      const copy = ids.session();
      store.beginCopy({
        id: copy,
        source_id: session_id,
        parent_id: session_id,
        metadata: {},
        ops: [],
        now: tick(),
      });
      const reserved: { first: bigint; end: bigint }[] = [];
      const blockOf = (count: number): bigint => {
        const first = ids.block(count);
        reserved.push({ first, end: first + BigInt(count) });
        return first;
      };
      const messages = store.timelineThrough(session_id, through).ids;
      const first = blockOf(messages.length);
      store.copyMessages(copy, { ids: messages, first, hidden: {}, pointers: {} }, blockOf);

      const made = partIds(file, copy);
      expect(made).toHaveLength(many + 5);
      expect(made.every((id) => /^prt_[0-9a-f]{14}[0-9A-Za-z]{12}$/.test(id))).toBe(true);
      expect(made).toEqual([...new Set(made)].sort());
      const isReserved = (id: string) =>
        reserved.some(({ first, end }) => timeOf(id) >= first && timeOf(id) < end);
      expect(made.filter((id) => !isReserved(id))).toEqual([]);
      const words = (of: SessionId) =>
        ask(file, `SELECT data_json FROM chat_parts WHERE session_id = ? ORDER BY id`, of);
      expect(words(copy)).toEqual(words(session_id));
    },
  );
});
