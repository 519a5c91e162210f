import { expect, test } from "vitest";
import { joinTexts, LONG_PART } from "./long-texts";

const long = "x".repeat(LONG_PART);

test("texts stand apart by an empty line, blank ones not at all", () => {
  expect(joinTexts([])).toBe("");
  const texts = [" One. ", "\n\n", "Two.\n"].map((text, index) => ({ text, index }));
  expect(joinTexts(texts)).toBe("One.\n\nTwo.");
});

test("a long text goes on in the next part as if it had never been cut, however often", () => {
  const texts = [long, `${long}\n`, "  y\n"].map((text, index) => ({ text, index }));
  expect(joinTexts(texts)).toBe(`${long}${long}\n  y`);
});

test("it does not go on behind another part, nor does a shorter text", () => {
  expect(
    joinTexts([
      { text: long, index: 1 },
      { text: "y", index: 3 },
    ]),
  ).toBe(`${long}\n\ny`);
  expect(
    joinTexts([
      { text: long.slice(1), index: 0 },
      { text: "y", index: 1 },
    ]),
  ).toBe(`${long.slice(1)}\n\ny`);
});
