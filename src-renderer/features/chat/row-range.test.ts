import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AROUND, HeightGuess, rowsToBuild } from "./row-range";

const rows = (given: Partial<Parameters<typeof rowsToBuild>[0]>) =>
  rowsToBuild({
    first: 50,
    last: 52,
    count: 100,
    heightOf: () => 200,
    pinned: [],
    ...given,
  });

describe("the rows of a conversation that are built", () => {
  it("are those in sight and so much around them", () => {
    const around = AROUND / 200;
    expect(rows({})[0]).toBe(50 - around);
    expect(rows({}).at(-1)).toBe(52 + around);
  });

  it("end with the conversation", () => {
    expect(rows({ first: 0, last: 1 })[0]).toBe(0);
    expect(rows({ first: 98, last: 99 }).at(-1)).toBe(99);
    expect(rows({ first: 0, last: 0, count: 0 })).toEqual([]);
    expect(rows({ first: 0, last: 9, count: 3 })).toEqual([0, 1, 2]);
  });

  it("are few where rows are high, and more where they are low", () => {
    expect(rows({ heightOf: () => 5_000 })).toEqual([49, 50, 51, 52, 53]);
    expect(rows({ heightOf: () => 40 })).toHaveLength(3 + 2 * (AROUND / 40));
  });

  it("are also those that somebody asked for, wherever they stand", () => {
    expect(rows({ pinned: [3, 99, 51, -1, 100] })).toEqual([3, ...rows({}), 99]);
  });

  it("are in order, once each, within the conversation, and hold what is in sight", () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.nat(10),
        fc.integer({ min: 1, max: 80 }),
        fc.array(fc.integer({ min: -1, max: 90 })),
        fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1 }),
        (first, more, count, pinned, heights) => {
          const last = Math.min(first + more, count - 1);
          const built = rowsToBuild({
            first: Math.min(first, last),
            last,
            count,
            heightOf: (index) => heights[index % heights.length] ?? 0,
            pinned,
          });
          expect(built).toEqual([...new Set(built)].sort((a, b) => a - b));
          expect(built.every((index) => index >= 0 && index < count)).toBe(true);
          for (let index = Math.min(first, last); index <= last; index++) expect(built).toContain(index);
          for (const index of pinned) if (index >= 0 && index < count) expect(built).toContain(index);
        },
      ),
    );
  });
});

describe("the height of a row that was never built", () => {
  it("is the average of those like it, and stays what it was guessed to be", () => {
    const guess = new HeightGuess();
    expect(guess.of("a", "user", 90)).toBe(90);
    guess.note("user", 100);
    guess.note("user", 200);
    guess.note("other", 1_000);
    expect(guess.of("b", "user", 90)).toBe(150);
    expect(guess.of("c", "other", 90)).toBe(1_000);
    expect(guess.of("a", "user", 90)).toBe(90);
  });
});
