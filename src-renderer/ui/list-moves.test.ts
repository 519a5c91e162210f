import { expect, it } from "vitest";
import { moveTo } from "./list-moves";

it.each([
  ["ArrowDown", 1, 2],
  ["ArrowDown", 9, 9],
  ["ArrowUp", 1, 0],
  ["ArrowUp", 0, 0],
  ["Home", 7, 0],
  ["End", 0, 9],
  ["PageDown", 2, 6],
  ["PageDown", 8, 9],
  ["PageUp", 6, 2],
  ["PageUp", 3, 0],
  ["Tab", 3, undefined],
  ["a", 3, undefined],
])("%s from %i leads to %s in a list of ten, of which four are seen", (key, at, to) => {
  expect(moveTo(key, { at, page: 4, last: 9 })).toBe(to);
});
