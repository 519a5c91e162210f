import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import {
  type Fates,
  noteCalm,
  noteDeath,
  noteLeftOut,
  noteWish,
  openingOf,
  reopened,
  shownIn,
} from "./deaths";
import type { WindowState } from "./window-memory";

const A = "ses_a" as SessionId;
const B = "ses_b" as SessionId;
const none: Fates = new Map();
const died = (fates: Fates, times = 1): Fates =>
  Array.from({ length: times }).reduce<Fates>((before) => noteDeath(before, [A], 1), fates);
const leftOut = (fates: Fates) => noteLeftOut(fates, A, 1);
const calm = (fates: Fates) => noteCalm(fates, A, 1);
const asText = (fates: Fates) => noteWish(fates, A, true, 1);
const drawn = (fates: Fates) => noteWish(fates, A, false, 1);

/** An event, and the window that is opened then. */
const CASES: [story: string, fates: Fates, opening: ReturnType<typeof openingOf>][] = [
  ["nothing", none, "drawn"],
  ["one death", died(none), "as-text"],
  ["two deaths", died(none, 2), "none"],
  ["five deaths", died(none, 5), "none"],
  ["two deaths, and it was left out", leftOut(died(none, 2)), "as-text"],
  ["left out, chosen, and one more death", died(leftOut(died(none, 2))), "none"],
  ["one death, read as text in peace", calm(died(none)), "as-text"],
  ["one death, read as text in peace, one more death", died(calm(died(none))), "none"],
  ["two deaths and peace", calm(died(none, 2)), "as-text"],
  ["one death, drawn again", drawn(died(none)), "drawn"],
  ["one death, drawn again, one more death", died(drawn(died(none))), "none"],
  ["one death, drawn again in peace", calm(drawn(died(none))), "drawn"],
  ["one death, drawn again in peace, a death long after", died(calm(drawn(died(none)))), "as-text"],
  ["asked for as text", asText(none), "as-text"],
  ["asked for as text, in peace", calm(asText(none)), "as-text"],
  ["asked for as text and drawn again", drawn(asText(none)), "drawn"],
  ["asked for as text, and one death", died(asText(none)), "as-text"],
  ["the death of another", noteDeath(none, [B], 1), "drawn"],
  ["a death with another", noteDeath(none, [B, A], 1), "as-text"],
];

describe("[SE-9] a start never repeats a death", () => {
  it.each(CASES)("after %s", (_, fates, opening) => {
    expect(openingOf(fates, A)).toBe(opening);
  });

  it("forgets all of a session that was drawn in peace", () => {
    expect(calm(drawn(died(none))).size).toBe(0);
    expect(drawn(asText(none)).size).toBe(0);
  });

  it("remembers so many, the newest", () => {
    const ids = Array.from({ length: 300 }, (_, n) => `ses_${n}` as SessionId);
    const fates = ids.reduce<Fates>((before, id, at) => noteDeath(before, [id], at), none);
    expect(fates.size).toBe(200);
    expect([...fates.keys()].at(-1)).toBe("ses_299");
  });
});

describe("what a window opens then", () => {
  const layout = { sidebar_open: false, sidebar_width: 300, side_panel_width: 300, by_folder: false };
  const state: WindowState = { session_id: A, side_panel: { session_id: B }, slot: "s", layout };

  it("is all of it, where there was at most one death", () => {
    expect(reopened(state, died(none))).toEqual({ state, left_out: [] });
  });

  it("is no session, with the list at hand, where the main one died twice", () => {
    expect(reopened(state, died(none, 2))).toEqual({
      state: { session_id: null, slot: "s", layout: { ...layout, sidebar_open: true } },
      left_out: [A],
    });
  });

  it("is the main one alone, where what was beside it died twice", () => {
    const fates = noteDeath(noteDeath(none, [B], 1), [B], 1);
    expect(reopened(state, fates)).toEqual({ state: { session_id: A, slot: "s", layout }, left_out: [B] });
  });

  it("counts a session once, also where it is read beside itself", () => {
    expect(shownIn({ session_id: A, side_panel: { session_id: A } })).toEqual([A]);
    expect(shownIn({ session_id: null })).toEqual([]);
  });
});
