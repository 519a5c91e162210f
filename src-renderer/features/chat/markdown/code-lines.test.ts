import { describe, expect, it } from "vitest";
import { CodeLines } from "./code-lines";

/** Each line as one piece, as a grammar that knows nothing has it. */
const plain = (code: string) =>
  code
    .replace(/\n$/, "")
    .split("\n")
    .map((text) => [{ text, kind: "known" }]);

/** Colours all that can be. */
function colourAll(lines: CodeLines, ended: boolean): number {
  let portions = 0;
  for (let next = lines.portion(ended); next !== undefined; next = lines.portion(ended)) {
    lines.take(next, plain(next.code));
    portions += 1;
  }
  return portions;
}

const coloured = (lines: CodeLines) =>
  lines.groups.flatMap((group) => group.lines.map(([token]) => token?.text));

describe("lines of code", () => {
  const code = Array.from({ length: 350 }, (_, n) => `line ${n}`).join("\n");

  it("are coloured a portion at a time, whole lines while they grow, and all of them in the end", () => {
    const lines = new CodeLines();
    lines.read(`${code.slice(0, 1_000)}`);
    colourAll(lines, false);
    expect(coloured(lines).join("\n")).toBe(code.slice(0, code.lastIndexOf("\n", 999)));
    lines.read(code);
    colourAll(lines, true);
    expect(coloured(lines).join("\n")).toBe(code);
    expect(lines.groups.map(({ text }) => text).join("")).toBe(code);
    expect(lines.count).toBe(350);
    expect(lines.portion(true)).toBeUndefined();
  });

  it("that were replaced do not take the colours of what was there before", () => {
    const lines = new CodeLines();
    lines.read("old\nold\n");
    const portion = lines.portion(true);
    lines.read("new\n");
    if (portion !== undefined) lines.take({ ...portion, from: 4 }, plain(portion.code));
    expect(coloured(lines)).toEqual([]);
  });

  it("are coloured anew from the first on where the grammar's place is lost", () => {
    const lines = new CodeLines();
    lines.read(code);
    const first = lines.portion(true);
    if (first !== undefined) lines.take(first, plain(first.code));
    expect(lines.portion(true)?.from).toBe(first?.code.length);
    lines.restart();
    expect(lines.portion(true)).toEqual(first);
    colourAll(lines, true);
    expect(coloured(lines).join("\n")).toBe(code);
  });
});
