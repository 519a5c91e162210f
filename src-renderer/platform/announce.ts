/** Words for screen readers: events that are seen, but not read out by themselves. */
import { createStore } from "zustand/vanilla";

interface Announcement {
  words: string;
  /** Grows with each announcement, so that a screen reader reads the same words again when they are announced again. */
  turn: number;
}

export const announcement = createStore<Announcement>(() => ({ words: "", turn: 0 }));

/** The words that were said in the present task. A screen reader reads only the last state of a task. */
let saying: string[] = [];

/** Announces the words, after those that were said in the same task. */
export function say(words: string): void {
  if (saying.length === 0)
    setTimeout(() => {
      saying = [];
    });
  if (!saying.includes(words)) saying.push(words);
  announcement.setState(({ turn }) => ({ words: saying.join("\n"), turn: turn + 1 }));
}
