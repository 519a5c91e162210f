import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinTexts } from "../../../src-preload/contract/domain/long-texts";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import { createLongTexts } from "./long-text";
import { createRoom } from "./room";

const MEGABYTE = 1024 * 1024;
const start: Chunk = { type: "text-start", id: "t" };
const delta = (text: string): Chunk => ({ type: "text-delta", id: "t", delta: text });
const end: Chunk = { type: "text-end", id: "t" };

/** The texts of the parts that are published. */
function partsOf(chunks: readonly Chunk[]): string[] {
  const published = createLongTexts();
  const parts = new Map<string, string>();
  const open = new Set<string>();
  for (const chunk of chunks.flatMap(published)) {
    if (chunk.type === "text-start") {
      expect(parts.has(chunk.id)).toBe(false);
      parts.set(chunk.id, "");
      open.add(chunk.id);
    }
    if (chunk.type === "text-delta") {
      expect(open.has(chunk.id)).toBe(true);
      parts.set(chunk.id, parts.get(chunk.id) + chunk.delta);
    }
    if (chunk.type === "text-end") expect(open.delete(chunk.id)).toBe(true);
  }
  expect(open.size).toBe(0);
  return [...parts.values()];
}

describe("[SV-3] a text that grows long", () => {
  test("is one part up to a megabyte", () => {
    expect(partsOf([start, delta("x".repeat(MEGABYTE - 1)), end])).toHaveLength(1);
  });

  test("goes on in another after a paragraph", () => {
    const paragraph = `${"word ".repeat(1000)}\n\n`;
    const parts = partsOf([start, ...Array(1000).fill(delta(paragraph)), end]);
    expect(parts.join("")).toBe(paragraph.repeat(1000));
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      expect(part.endsWith("\n\n")).toBe(true);
      expect(part.length).toBeLessThan(1.1 * MEGABYTE);
    }
  });

  test("without one, after a line, or anywhere but in a character, also where it comes at once", () => {
    const face = "😀".repeat(1.5 * MEGABYTE);
    const parts = partsOf([start, delta("a"), delta(face), end]);
    expect(parts.join("")).toBe(`a${face}`);
    for (const part of parts) {
      expect(/\p{Cs}/u.test(part)).toBe(false);
      expect(part.length).toBeLessThan(2.2 * MEGABYTE);
    }
  });

  test("ends no part early, where a paragraph ends just before", () => {
    const parts = partsOf([start, delta("x".repeat(MEGABYTE - 10)), delta("one\n\ntwo, three\n\nfour"), end]);
    expect(parts.map(({ length }) => length)).toEqual([MEGABYTE + 7, 4]);
  });

  test("however it is cut, nothing is lost, and it is read as one text", () => {
    const text = `${"x".repeat(90_000)}\n`.repeat(30).trim();
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 20 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const deltas = at.slice(1).map((to, index) => delta(text.slice(at[index], to)));
        const parts = partsOf([start, ...deltas, end]);
        expect(parts.join("")).toBe(text);
        expect(joinTexts(parts.map((part, index) => ({ text: part, index })))).toBe(text);
      }),
      { numRuns: 10 },
    );
  });
});

describe("[RN-3] the room of a message", () => {
  const taken = (chunks: Iterable<Chunk>): number => {
    const room = createRoom();
    let count = 0;
    for (const chunk of chunks) {
      if (!room.takes(chunk)) return count;
      count += 1;
    }
    return count;
  };

  test.each<[string, Chunk, number]>([
    ["text", delta("x".repeat(MEGABYTE)), 32],
    ["text of both kinds of letters", delta("ü".repeat(MEGABYTE)), 32],
    ["pieces of one letter", delta("x"), (32 * MEGABYTE) / 16],
    ["one thought", { type: "reasoning-delta", id: "r", delta: "x".repeat(MEGABYTE) }, 2],
    [
      "the input of one call",
      { type: "tool-input-delta", toolCallId: "c", inputTextDelta: "x".repeat(MEGABYTE) },
      2,
    ],
    ["parts", start, 5000],
    ["pictures", { type: "file", mediaType: "image/png", url: "x".repeat(15 * MEGABYTE) }, 2],
  ])("%s", (_, chunk, most) => {
    expect(taken(Array(most + 1).fill(chunk))).toBe(most);
  });

  test("each step has its own calls", () => {
    const calls = (name: string) =>
      Array.from(
        { length: 200 },
        (_, n): Chunk => ({ type: "tool-input-start", toolCallId: `${name}${n}`, toolName: "read" }),
      );
    const step: Chunk[] = [...calls("a"), { type: "finish-step" }];
    expect(taken([...step, ...step])).toBe(402);
    expect(taken([...calls("a"), ...calls("b")])).toBe(256);
  });

  test("each step has its own thoughts, and a message goes on where it began", () => {
    const thought: Chunk = { type: "reasoning-delta", id: "r", delta: "x".repeat(1.5 * MEGABYTE) };
    const steps: Chunk[] = Array<Chunk[]>(10)
      .fill([thought, { type: "finish-step" }])
      .flat();
    expect(taken(steps)).toBe(20);
    const room = createRoom(steps);
    expect(room.takes(delta("x".repeat(16 * MEGABYTE)))).toBe(true);
    expect(room.takes(delta("x".repeat(2 * MEGABYTE)))).toBe(false);
  });
});
