/** Words for those who listen: what has just happened that is seen, but not read out by itself. */
import { createStore } from "zustand/vanilla";

interface Announcement {
  words: string;
  /** The same words said again are news again. */
  turn: number;
}

export const announcement = createStore<Announcement>(() => ({ words: "", turn: 0 }));

export const say = (words: string): void => announcement.setState(({ turn }) => ({ words, turn: turn + 1 }));
