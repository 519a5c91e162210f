import { beforeEach, describe, expect, it } from "vitest";
import { LargeText } from "./large-text";

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

  it("is nothing once it is let go", () => {
    held.hold("a book", "");
    held.letGo();
    expect(held.whole("typed")).toBe("typed");
  });
});
