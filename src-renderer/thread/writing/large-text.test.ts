import { beforeEach, describe, expect, it } from "vitest";
import { goesBeside, LargeText, MOST_IN_BOX } from "./large-text";

let held: LargeText;

describe("a text held beside the box", () => {
  beforeEach(() => {
    held = new LargeText();
  });

  it("is sent with what is typed, in the order in which they came", () => {
    held.hold("a book", "");
    expect(held.whole("")).toBe("a book");
    expect(held.whole("What of it?")).toBe("a book\n\nWhat of it?");
    held.letGo();
    held.hold("a book", "What of this?");
    expect(held.whole("What of this?")).toBe("What of this?\n\na book");
    held.hold("and another", "What of these?");
    expect(held.whole("What of these?")).toBe("What of these?\n\na book\n\nand another");
  });

  it("is blank where there is nothing to be seen in it", () => {
    expect(held.isBlank).toBe(true);
    held.hold(" \n", "");
    expect(held.isBlank).toBe(true);
    held.hold("a book", "");
    expect(held.isBlank).toBe(false);
  });

  it.each([
    ["all of it", "old words", [0, 9], "", "a book"],
    ["its beginning", "old words", [0, 4], "words", "words\n\na book"],
    ["its end", "old words", [3, 9], "old", "old\n\na book"],
    ["nothing", "old words", [4, 4], "old words", "old words\n\na book"],
  ] as const)("replaces what is selected in the box: %s", (_, value, [start, end], stays, whole) => {
    expect(held.replaceSelected("a book", { value, selectionStart: start, selectionEnd: end })).toBe(stays);
    expect(held.whole(stays)).toBe(whole);
  });

  it("begins the message where it has replaced all of the box", () => {
    const typed = held.replaceSelected("a book", { value: "old", selectionStart: 0, selectionEnd: 3 });
    expect(held.whole(`${typed}What of it?`)).toBe("a book\n\nWhat of it?");
  });

  it("is a pasted one of more than the box takes, unless the box takes nothing", () => {
    const long = "a".repeat(MOST_IN_BOX + 1);
    expect(goesBeside(long, { readOnly: false })).toBe(true);
    expect(goesBeside(long.slice(1), { readOnly: false })).toBe(false);
    expect(goesBeside(long, { readOnly: true })).toBe(false);
  });

  it("is nothing once it is let go", () => {
    held.hold("a book", "");
    held.letGo();
    expect(held.whole("typed")).toBe("typed");
  });
});
