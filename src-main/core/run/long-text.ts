/**
 * Splits a text that grows long into several parts. A part is written as a whole when it ends, and is drawn and sent as one: each of these
 * would hold the process for a second at thirty megabytes. No model writes such a part; a server may send one.
 */

import { LONG_PART } from "../../../src-preload/contract/domain/long-texts";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import { splitLong } from "../transcript/coalesce";

/** Characters. From `LONG_PART` on a part ends with a paragraph, from `TOO_LONG` on anywhere. */
const TOO_LONG = 2 * LONG_PART;

type Piece = Extract<Chunk, { type: "text-delta" }>;
interface Text {
  /** The current part: its id, and its characters so far. */
  id: string;
  length: number;
  parts: number;
  /** The last character that came is half of a surrogate pair. */
  half: boolean;
}

/** Returns a function for one step, which returns the chunks to publish in the place of each chunk. */
export function createLongTexts(): (chunk: Chunk) => Chunk[] {
  const texts = new Map<string, Text>();
  return (chunk) => {
    switch (chunk.type) {
      case "text-start":
        texts.set(chunk.id, { id: chunk.id, length: 0, parts: 1, half: false });
        return [chunk];
      case "text-delta": {
        const text = texts.get(chunk.id);
        return text === undefined
          ? [chunk]
          : splitLong(chunk).flatMap((piece) => grown(text, piece as Piece));
      }
      case "text-end": {
        const { id } = texts.get(chunk.id) ?? chunk;
        texts.delete(chunk.id);
        return [{ ...chunk, id }];
      }
      default:
        return [chunk];
    }
  };
}

function grown(text: Text, piece: Piece): Chunk[] {
  const { delta } = piece;
  const end = text.length + delta.length < LONG_PART ? -1 : endOfPart(text, delta);
  if (end === -1) {
    text.length += delta.length;
    text.half = /[\ud800-\udbff]$/.test(delta);
    return [{ ...piece, id: text.id }];
  }
  const before: Piece = { ...piece, id: text.id, delta: delta.slice(0, end) };
  const ended: Chunk = { type: "text-end", id: text.id };
  text.parts += 1;
  text.id = `${piece.id}/${text.parts}`;
  text.length = 0;
  const begun: Chunk = { type: "text-start", id: text.id };
  return [before, ended, begun, ...grown(text, { ...piece, delta: delta.slice(end) })];
}

/** Where in `delta` the current part ends; -1 where the part goes on. */
function endOfPart({ length, half }: Text, delta: string): number {
  const paragraph = delta.indexOf("\n\n", LONG_PART - length - 2);
  if (paragraph !== -1) return paragraph + 2;
  if (length + delta.length < TOO_LONG) return -1;
  const line = delta.indexOf("\n");
  return line !== -1 ? line + 1 : half ? 1 : 0;
}
