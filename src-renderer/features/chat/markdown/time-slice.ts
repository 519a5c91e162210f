/** An answer that comes faster than anybody reads is drawn a portion a frame: between two frames the window is free for its user. */
import { useEffect, useReducer, useState } from "react";
import { wholeCharacter } from "./line-reader";

/** Characters; what a frame can parse, draw and lay out. No model writes as fast. */
export const PORTION = 6_000;

/** The share of the remaining text that a slice shows: a window that was far behind catches up in seconds, not in minutes. */
const SHARE = 1 / 64;

/** How much of a text is shown. What is there when it is first looked at is shown at once. */
export class Pace {
  #shown: number;

  constructor(text: string) {
    this.#shown = text.length;
  }

  /** The characters of `text` that this frame shows: all, or a portion more than the frame before. */
  of(text: string): number {
    const behind = text.length - this.#shown;
    const end = this.#shown + Math.max(PORTION, Math.ceil(behind * SHARE));
    return text.length <= end ? text.length : wholeCharacter(text, end);
  }

  /** This many have been shown. */
  note(length: number): void {
    this.#shown = length;
  }
}

/** As much of a growing text as is to be shown now, and whether more comes. */
export function usePace(text: string, streaming: boolean): { text: string; streaming: boolean } {
  const [pace] = useState(() => new Pace(text));
  const [, again] = useReducer((count: number) => count + 1, 0);
  const end = pace.of(text);
  const behind = end < text.length;
  useEffect(() => {
    pace.note(end);
    if (!behind) return;
    const frame = requestAnimationFrame(again);
    return () => cancelAnimationFrame(frame);
  });
  return { text: behind ? text.slice(0, end) : text, streaming: streaming || behind };
}
