import fc from "fast-check";
import { expect, test } from "vitest";
import { createJsonSize } from "./json-size";

function sizeOf(...pieces: string[]) {
  const size = createJsonSize();
  for (const piece of pieces) size.add(piece);
  return { levels: size.levels, values: size.values };
}

test.each([
  ["", 0, 0],
  ["1", 0, 0],
  ["[]", 1, 1],
  ['{"a":[1,2,{"b":3}]}', 3, 5],
  ['"[[[[,,,,"', 0, 0],
  ['["\\"[[[["]', 1, 1],
  ['["\\\\",[]]', 2, 3],
  ["[".repeat(1000), 1000, 1000],
])("%j has %i levels and %i values", (text, levels, values) => {
  expect(sizeOf(text)).toEqual({ levels, values });
});

test("wherever it is cut, a text is as deep as what it says", () => {
  const depth = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
  fc.assert(
    fc.property(fc.json(), fc.array(fc.nat(200)), (text, cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(sizeOf(...pieces)).toEqual(sizeOf(text));
      expect(sizeOf(text).levels).toBe(depth(JSON.parse(text)));
    }),
  );
});
