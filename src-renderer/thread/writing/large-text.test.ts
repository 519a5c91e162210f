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

  it.each([
    { order: "pasted, pasted", steps: ["+A", "+B"], box: "", whole: "A B" },
    { order: "pasted, typed, pasted", steps: ["+A", "one", "+B"], box: "", whole: "A one B" },
    {
      order: "pasted, typed, pasted, typed",
      steps: ["+A", "one", "+B", "two"],
      box: "two",
      whole: "A one B two",
    },
    { order: "typed, pasted, pasted", steps: ["one", "+A", "+B"], box: "one", whole: "one A B" },
    {
      order: "typed, pasted, deleted, pasted, typed",
      steps: ["one", "+A", "", "+B", "two"],
      whole: "A B two",
    },
    { order: "typed until it overflows", steps: ["one", "!"], box: "", whole: "one" },
    { order: "pasted, typed until it overflows", steps: ["+A", "one", "!"], box: "", whole: "A one" },
    {
      order: "typed, pasted, typed on until it overflows, typed",
      steps: ["one", "+A", "one more", "!", "two"],
      box: "two",
      whole: "one more A two",
    },
  ])("keeps the order in which all came: $order", ({ steps, box = "two", whole }) => {
    let typed = "";
    for (const step of steps) {
      if (step.startsWith("+")) typed = held.hold(step.slice(1), typed);
      else if (step !== "!") typed = step;
      else {
        held.holdTyped(typed);
        typed = "";
      }
    }
    expect(typed).toBe(box);
    expect(held.whole(typed)).toBe(whole.replaceAll(/ (?!more)/g, "\n\n"));
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
