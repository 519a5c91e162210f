/** Draws a fast answer a portion a frame. Between two frames the window is free for its user. */
import { useEffect, useReducer, useState } from "react";
import { wholeCharacter } from "./line-reader";

/** The characters that a frame can parse, draw and lay out. No model writes as fast. */
export const PORTION = 6_000;

/** The share of the remaining text that a frame shows. A window that is far behind thus catches up in seconds, not in minutes. */
const SHARE = 1 / 64;

/** Decides how much of a text is shown. Text that is there at first is shown at once. */
export class TextPortion {
  #shown: number;

  constructor(text: string) {
    this.#shown = text.length;
  }

  /** Returns the number of characters of `text` to show in this frame: all, or a portion more than in the last. */
  of(text: string): number {
    const behind = text.length - this.#shown;
    const end = this.#shown + Math.max(PORTION, Math.ceil(behind * SHARE));
    return text.length <= end ? text.length : wholeCharacter(text, end);
  }

  /** Notes how many characters have been shown. */
  note(length: number): void {
    this.#shown = length;
  }
}

/** Returns the part of a growing text to show now, and true for `streaming` if more follows. */
export function usePortion(text: string, streaming: boolean): { text: string; streaming: boolean } {
  const [portion] = useState(() => new TextPortion(text));
  const [, again] = useReducer((count: number) => count + 1, 0);
  const end = portion.of(text);
  const behind = end < text.length;
  useEffect(() => {
    portion.note(end);
    if (!behind) return;
    const frame = requestAnimationFrame(again);
    return () => cancelAnimationFrame(frame);
  });
  return { text: behind ? text.slice(0, end) : text, streaming: streaming || behind };
}
