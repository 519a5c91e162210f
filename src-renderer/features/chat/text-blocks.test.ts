import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextBlocks } from "./text-blocks";

const line = fc.integer({ min: 0, max: 3_000 }).map((length) => `${"x".repeat(length)}\n`);

describe("blocks of growing text", () => {
  it("are the text, however it grew", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.array(fc.nat(30_000), { maxLength: 6 }),
        (lines, ends) => {
          const text = lines.join("");
          const blocks = new TextBlocks();
          for (const end of [...ends.sort((a, b) => a - b), text.length]) {
            expect(blocks.of(text.slice(0, end)).join("")).toBe(text.slice(0, end));
          }
        },
      ),
    );
  });

  it("stay as they are while text is added", () => {
    const text = "a line of some length\n".repeat(1_000);
    const blocks = new TextBlocks();
    const before = blocks.of(text);
    const after = blocks.of(`${text}and more`);
    expect(before.length).toBeGreaterThan(5);
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  });

  it("begin anew for another text", () => {
    const blocks = new TextBlocks();
    blocks.of("one\n".repeat(5_000));
    expect(blocks.of("two\n".repeat(5_000)).join("")).toBe("two\n".repeat(5_000));
    expect(blocks.of("")).toEqual([""]);
  });
});
