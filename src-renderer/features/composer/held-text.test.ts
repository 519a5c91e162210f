import { afterEach, describe, expect, it } from "vitest";
import { hold, letGo, wholeText } from "./held-text";

describe("a text held beside the box", () => {
  afterEach(letGo);

  it("is sent with what is typed, in the order in which they came", () => {
    hold("a book", "");
    expect(wholeText("")).toBe("a book");
    expect(wholeText("What of it?")).toBe("a book\n\nWhat of it?");
    letGo();
    hold("a book", "What of this?");
    expect(wholeText("What of this?")).toBe("What of this?\n\na book");
    hold("and another", "What of these?");
    expect(wholeText("What of these?")).toBe("What of these?\n\na book\n\nand another");
  });

  it("is nothing once it is let go", () => {
    hold("a book", "");
    letGo();
    expect(wholeText("typed")).toBe("typed");
  });
});
