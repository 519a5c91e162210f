/** Words for screen readers: events that are seen, but not read out by themselves. */
import { createStore } from "zustand/vanilla";

interface Announcement {
  words: string;
  /** Grows with each announcement: the same words, said again, are news again. */
  turn: number;
}

export const announcement = createStore<Announcement>(() => ({ words: "", turn: 0 }));

export const say = (words: string): void => announcement.setState(({ turn }) => ({ words, turn: turn + 1 }));
