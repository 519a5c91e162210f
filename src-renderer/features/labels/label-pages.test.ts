import { describe, expect, it } from "vitest";
import type { LabelCursor, LabelledMessage } from "../../../src-preload/contract/domain/labels";
import { PAGE, pagesOf } from "./label-pages";

const all = Array.from({ length: 3 * PAGE + 50 }, (_, at) => ({
  ...{ message_id: `msg_${at}`, name: "a", created_at: -at },
  ...{ session_id: "ses_1", title: "T", role: "user", words: "", hidden: false },
})) as unknown as LabelledMessage[];
const ask = async (before: LabelCursor | undefined) => {
  const from =
    before === undefined ? 0 : all.findIndex(({ message_id }) => message_id === before.message_id) + 1;
  return all.slice(from, from + PAGE);
};
const isWanted = () => true;

describe("[SE-11] pages of labelled messages", () => {
  it("come one by one, and the last one says so", async () => {
    const first = await pagesOf(ask, { earlier: [], least: 0, isWanted });
    expect(first).toMatchObject({ more: true, entries: { length: PAGE } });
    const next = await pagesOf(ask, { earlier: first.entries, least: 0, isWanted });
    expect(next).toMatchObject({ more: true, entries: { length: 2 * PAGE } });
  });

  it("are as many as there were when they are read anew, and no more than there are", async () => {
    const anew = await pagesOf(ask, { earlier: [], least: PAGE + 1, isWanted });
    expect(anew).toMatchObject({ more: true, entries: { length: 2 * PAGE } });
    const whole = await pagesOf(ask, { earlier: [], least: 9999, isWanted });
    expect(whole.entries.map(({ message_id }) => message_id)).toEqual(
      all.map(({ message_id }) => message_id),
    );
    expect(whole.more).toBe(false);
  });

  it("are not asked for any longer when nobody wants them", async () => {
    expect((await pagesOf(ask, { earlier: [], least: 9999, isWanted: () => false })).entries).toHaveLength(
      PAGE,
    );
  });
});
