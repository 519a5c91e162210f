import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeAt, positionOf, type Row, turnsOf, turnWith } from "./alignment";

/** `u` is said by the user, `a` answered; ids are those letters in order, from `first` on. */
const rows = (roles: string, first = 0): Row[] =>
  [...roles].map((role, index) => ({
    id: String(first + index).padStart(3, "0"),
    role: role === "u" ? "user" : "assistant",
  }));

describe("turns", () => {
  it("begin with what the user says, and are counted from the fork", () => {
    const turns = turnsOf(rows("uauauaa"), "001");
    expect(turns).toEqual({ starts: ["000", "002", "004"], before: 1 });
    expect(["000", "001", "003", "006"].map((id) => turnWith(turns, id))).toEqual([0, 0, 1, 2]);
  });

  it("begin right after the fork also where an answer stands there: the question before it is common to both", () => {
    expect(turnsOf(rows("uaua"), "002")).toEqual({ starts: ["000", "002", "003"], before: 2 });
  });

  it("begin with the first message there is, whoever said it, and with a fork that was folded away", () => {
    expect(turnsOf(rows("aua", 5), "002")).toEqual({ starts: ["005", "006"], before: 0 });
    expect(turnsOf(rows("uau"), undefined)).toEqual({ starts: ["000", "002"], before: 0 });
    expect(turnsOf([], "002")).toEqual({ starts: [], before: 0 });
    expect(turnWith(turnsOf([], undefined), "000")).toBe(-1);
  });

  it("hold each message once, in order, and none before the fork shares a turn with one after it", () => {
    const talk = fc.array(fc.constantFrom("u", "a"), { maxLength: 40 }).map((roles) => rows(roles.join("")));
    fc.assert(
      fc.property(talk, fc.nat(45), (said, at) => {
        const fork = said[at]?.id;
        const turns = turnsOf(said, fork);
        for (const { id } of said) {
          const turn = turnWith(turns, id);
          expect(turn).toBeGreaterThanOrEqual(0);
          expect((turns.starts[turn] ?? "~") <= id).toBe(true);
          if (fork !== undefined) expect(turn < turns.before).toBe(id <= fork);
        }
      }),
    );
  });
});

describe("a place in a turn", () => {
  it("is the same part of it in a turn of another height", () => {
    const place = placeAt(150, { top: 100, bottom: 300 }, 2);
    expect(place).toEqual({ turn: 2, fraction: 0.25, above: 0 });
    expect(positionOf(place, { top: 1000, bottom: 1040 })).toBe(1010);
  });

  it("above the first turn is as far above the other's first; one without height is at its top", () => {
    expect(positionOf(placeAt(0, { top: 20, bottom: 90 }, 0), { top: 32, bottom: 50 })).toBe(12);
    expect(placeAt(20, { top: 20, bottom: 20 }, 0)).toEqual({ turn: 0, fraction: 0, above: 0 });
    expect(placeAt(99, { top: 20, bottom: 50 }, 0).fraction).toBe(1);
  });

  it("leads back to where it was taken from: whichever of the two is scrolled next, nothing jumps", () => {
    const span = fc.tuple(fc.nat(5000), fc.integer({ min: 1, max: 5000 })).map(([top, height]) => ({
      top,
      bottom: top + height,
    }));
    fc.assert(
      fc.property(span, span, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, part) => {
        const y = one.top + part * (one.bottom - one.top);
        const there = positionOf(placeAt(y, one, 0), other);
        expect(positionOf(placeAt(there, other, 0), one)).toBeCloseTo(y, 6);
      }),
    );
  });
});
