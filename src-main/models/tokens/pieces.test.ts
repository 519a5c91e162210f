import * as fc from "fast-check";
import { expect, it } from "vitest";
import { fuzzRuns } from "../../../e2e/fixtures/fuzz-runs";
import { PIECE_CHARACTERS, PIECE_TEXTS, piecesOf } from "./pieces";

/** Puts the slices of each text together again. */
function together(texts: readonly string[]): string[] {
  const again = texts.map(() => "");
  for (const { at, text } of [...piecesOf(texts)].flat()) again[at] += text;
  return again;
}

it("[TK-3] loses and adds nothing, and makes no piece too large, whatever the texts", () => {
  const text = fc
    .tuple(fc.string({ unit: "binary", maxLength: 6 }), fc.nat({ max: 90_000 }))
    .map(([some, times]) => some.repeat(times));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      expect(together(texts)).toEqual(texts);
      for (const piece of piecesOf(texts)) {
        const size = piece.reduce((sum, slice) => sum + slice.text.length, 0);
        expect(size).toBeGreaterThan(0);
        expect(size).toBeLessThanOrEqual(PIECE_CHARACTERS);
      }
    }),
    { numRuns: fuzzRuns(12) },
  );
});

it("[TK-3] sends few texts at a time, however short they are", () => {
  const texts = Array.from({ length: 2 * PIECE_TEXTS + 1 }, (_, nth) => `${nth}`);
  expect([...piecesOf(texts)].map(({ length }) => length)).toEqual([PIECE_TEXTS, PIECE_TEXTS, 1]);
  expect(together(texts)).toEqual(texts);
});

it("[TK-3] cuts no character in two", () => {
  const boat = "\u{1f6a3}";
  const text = `a${boat.repeat(PIECE_CHARACTERS)}`;
  const slices = [...piecesOf([text])].flat();
  expect(slices.length).toBeGreaterThan(2);
  for (const slice of slices) expect(slice.text.endsWith(boat)).toBe(true);
});

it("[TK-3] sends nothing where there is nothing to count", () => {
  expect([...piecesOf(["", ""])]).toEqual([]);
});
