import { describe, expect, it } from "vitest";
import { type Block, MarkdownBlocks } from "./blocks";
import { MOST_NOTES, ReferenceReader } from "./references";

const read = (text: string, ended = true) => {
  const { settled, open } = new MarkdownBlocks().of(text, ended);
  const references = new ReferenceReader().of(settled, open, ended);
  const blocks: Block[] = open === undefined ? [...settled] : [...settled, open];
  return { blocks, references, befores: blocks.map((block) => references.before(block)) };
};

describe("references", () => {
  it("stand in front of the blocks that mean them, and only there; of two definitions the first counts", () => {
    const { befores } = read(
      "See [this] and [^n].\n\nNothing here.\n\nText [this][a b].\n\n[this]: https://one.example\n[this]: https://two.example\n\n[A  B]: https://ab.example\n\n[^n]: Note\n",
    );
    expect(befores.slice(0, 3)).toEqual([
      "[^n]: 1\n\n[this]: https://one.example\n\n".replace("\n\n[this]", "\n[this]"),
      "",
      "[this]: https://one.example\n[A  B]: https://ab.example\n\n",
    ]);
  });

  it("to footnotes are counted in the order in which they are meant; what stands in code means none", () => {
    const { references } = read(
      "B[^b], `[^code]` and ``[^x] ` [^y]`` A[^a]\n\n[^a]: first\n\n[^b]: second\n\n[^code]: last\n",
    );
    expect(references.notes.map(({ label, number }) => `${number} ${label}`)).toEqual([
      "1 b",
      "2 a",
      "3 code",
    ]);
  });

  it("are the same object as long as words come that say nothing of them", () => {
    const blocks = new MarkdownBlocks();
    const reader = new ReferenceReader();
    const of = (text: string) => {
      const { settled, open } = blocks.of(text, false);
      return reader.of(settled, open, false);
    };
    const text = "A[^a]\n\n[^a]: note\n\n";
    const before = of(`${text}First.\n\nWords`);
    expect(of(`${text}First.\n\nWords that go on.\n\nMore`)).toBe(before);
    expect(of(`${text}First.\n\nWords that go on.\n\nMore[^b]`)).not.toBe(before);
  });

  it("are bounded: footnotes beyond them stay where they were written", () => {
    const { blocks, references } = read(
      Array.from({ length: MOST_NOTES + 50 }, (_, n) => `Word[^${n}]\n\n[^${n}]: Note ${n}\n\n`).join(""),
    );
    expect(references.notes).toHaveLength(MOST_NOTES);
    const notes = blocks.filter(({ kind }) => kind === "footnote");
    expect(notes.filter((block) => !references.isNote(block))).toHaveLength(50);
  });
});
