import { describe, expect, it } from "vitest";
import { withMathDelimiters } from "./math-delimiters";

describe("formulas as models write them", () => {
  it("stand between dollar signs", () => {
    expect(withMathDelimiters("so \\(a^2\\) it is")).toBe("so $a^2$ it is");
    expect(withMathDelimiters("\\[\nx\n\\]")).toBe("$$\nx\n$$");
    expect(withMathDelimiters("- \\[x\\] in a list")).toBe("- $$x$$ in a list");
    expect(withMathDelimiters("$x$ and $$y$$")).toBe("$x$ and $$y$$");
  });

  it("have the signs on lines of their own where their words stand beside them", () => {
    expect(withMathDelimiters("$$ a = 1\n+ b $$\n\nc")).toBe("$$\na = 1\n+ b\n$$\n\nc");
    expect(withMathDelimiters("> $$ a\n> b $$")).toBe("> $$\n> a\n> b\n> $$");
    for (const right of ["$$\na\n\nb\n$$", "> $$\n> a\n> $$", "$$\n$$"])
      expect(withMathDelimiters(right)).toBe(right);
  });

  it("are not money", () => {
    expect(withMathDelimiters("from $5 **a month** to $10")).toBe("from \\$5 **a month** to \\$10");
    expect(withMathDelimiters("$5-$10")).toBe("\\$5-\\$10");
    expect(withMathDelimiters("already \\$5")).toBe("already \\$5");
  });

  it("are not code", () => {
    for (const code of ["`$x$ \\(y\\)`", "``a ` $5``", "```sh\necho $HOME \\[x\\]\n```", "~~~\n$5\n"])
      expect(withMathDelimiters(code)).toBe(code);
  });
});
