import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfChanges } from "./letters";
import { TextBlocks } from "./text-blocks";

const line = fc
  .tuple(
    fc.integer({ min: 0, max: 3_000 }),
    fc.constantFrom("x\n", "word ", "😀", "字", "x", "aब", "a😀 ", "aब\n", "aबaबaबaबaबaबaबaबaब\n"),
  )
  .map(([length, piece]) => piece.repeat(length));

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

  it("are cut where a text that came whole is, and hold no more than is laid out at once", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.array(fc.nat(30_000), { maxLength: 6 }),
        (lines, ends) => {
          const text = lines.join("");
          const blocks = new TextBlocks();
          for (const end of ends.sort((a, b) => a - b)) blocks.of(text.slice(0, end));
          const whole = new TextBlocks().of(text);
          expect(blocks.of(text)).toEqual(whole);
          for (const block of whole) expect(endOfChanges(block, 0, block.length)).toBe(block.length);
        },
      ),
    );
  });

  it("have a bounded number of lines", () => {
    const blocks = new TextBlocks().of("a\n".repeat(5_000));
    expect(blocks).toHaveLength(50);
    expect(blocks.join("")).toBe("a\n".repeat(5_000));
  });

  it("stay as they are while text is added", () => {
    const text = "a line of some length\n".repeat(1_000);
    const blocks = new TextBlocks();
    const before = blocks.of(text);
    const after = blocks.of(`${text}and more`);
    expect(before.length).toBeGreaterThan(5);
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  });

  it("never cut a character in two, nor let a paragraph grow for ever", () => {
    for (const piece of ["😀", "a😀", "word ", "字"]) {
      const blocks = new TextBlocks().of(piece.repeat(20_000));
      expect(blocks.join("")).toBe(piece.repeat(20_000));
      for (const block of blocks) {
        expect(block.length).toBeLessThanOrEqual(8_000);
        expect(() => encodeURIComponent(block)).not.toThrow();
      }
    }
  });

  it("begin anew for another text", () => {
    const blocks = new TextBlocks();
    blocks.of("one\n".repeat(5_000));
    expect(blocks.of("two\n".repeat(5_000)).join("")).toBe("two\n".repeat(5_000));
    expect(blocks.of("")).toEqual([""]);
  });
});
