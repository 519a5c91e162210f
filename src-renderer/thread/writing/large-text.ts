/**
 * A text too long for the text box, held beside it: the box lays all of its text out anew with each key (2 MB cost 0.3 s a key in lines
 * of 80, and ten seconds as one line). What is sent and kept as a draft is both, in the order in which they came.
 */
import { createStore, type StoreApi } from "zustand/vanilla";

/** Characters that a text box still takes without being felt. */
export const MOST_IN_BOX = 100_000;

interface HeldState {
  text: string;
  /** The held text was there before what is typed in the box. */
  first: boolean;
}

const NOTHING: HeldState = { text: "", first: true };

const BETWEEN = "\n\n";
const joined = (a: string, b: string) => (a === "" || b === "" ? a + b : a + BETWEEN + b);

/** Each composer and editor has one. */
export class LargeText {
  readonly store: StoreApi<HeldState> = createStore<HeldState>(() => NOTHING);

  letGo(): void {
    this.store.setState(NOTHING);
  }

  /** Holds this one too; `typed` is what stands in the box. */
  hold(text: string, typed: string): void {
    const { text: before, first } = this.store.getState();
    this.store.setState({ text: joined(before, text), first: before === "" ? typed.trim() === "" : first });
  }

  /** Nothing, or nothing to be seen. Looks at what is held alone: to look at `whole` copies all of it, with each key. */
  get isBlank(): boolean {
    return !/\S/.test(this.store.getState().text);
  }

  /** All that stands in the composer. */
  whole(typed: string): string {
    const { text, first } = this.store.getState();
    if (typed.trim() === "" && text !== "") return text;
    return first ? joined(text, typed) : joined(typed, text);
  }
}
