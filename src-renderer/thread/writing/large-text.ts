/**
 * Holds a text that is too long for the text box beside it. The box would lay all of its text out anew with each key (2 MB cost 0.3 s a key
 * in lines of 80, and ten seconds as one line). A message or a draft consists of both texts, in the order in which they came.
 */
import { createStore, type StoreApi } from "zustand/vanilla";

/** Characters that a text box handles without a noticeable delay. */
export const MOST_IN_BOX = 100_000;

interface HeldState {
  text: string;
  /** True where the held text came before the text in the box. */
  first: boolean;
}

const NOTHING: HeldState = { text: "", first: true };

const BETWEEN = "\n\n";
const joined = (a: string, b: string) => (a === "" || b === "" ? a + b : a + BETWEEN + b);

type Box = Pick<HTMLTextAreaElement, "value" | "selectionStart" | "selectionEnd" | "readOnly">;

/** True for a pasted text that does not go into the box. A box that takes no keys takes no text either: its message is being stored. */
export const goesBeside = (text: string, { readOnly }: Pick<Box, "readOnly">): boolean =>
  !readOnly && text.length > MOST_IN_BOX;

/** Each composer and editor has one of these. */
export class LargeText {
  readonly store: StoreApi<HeldState> = createStore<HeldState>(() => NOTHING);

  letGo(): void {
    this.store.setState(NOTHING);
  }

  /**
   * Holds this text too; `typed` is the text in the box. Returns the text that stays in the box: what was typed between two held texts
   * joins them, because the box stands before or behind all that is held.
   */
  hold(text: string, typed: string): string {
    const { text: before, first } = this.store.getState();
    const isBlank = typed.trim() === "";
    const isBetween = first && before !== "" && !isBlank;
    const earlier = isBetween ? this.whole(typed) : before;
    this.store.setState({ text: joined(earlier, text), first: isBetween || isBlank });
    return isBetween ? "" : typed;
  }

  /** Holds all that is in the box, at its place in the order. The box begins anew behind it. */
  holdTyped(typed: string): void {
    this.store.setState({ text: this.whole(typed), first: true });
  }

  /** Holds a text that replaces what is selected in the box. Returns the text that stays in the box. */
  replaceSelected(text: string, { value, selectionStart, selectionEnd }: Omit<Box, "readOnly">): string {
    return this.hold(text, value.slice(0, selectionStart) + value.slice(selectionEnd));
  }

  /** True where the held text is empty or blank. Cheaper than a look at `whole`, which copies the text at each key. */
  get isBlank(): boolean {
    return !/\S/.test(this.store.getState().text);
  }

  /** The whole text of the composer. */
  whole(typed: string): string {
    const { text, first } = this.store.getState();
    if (typed.trim() === "" && text !== "") return text;
    return first ? joined(text, typed) : joined(typed, text);
  }
}
