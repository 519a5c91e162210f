/**
 * The part of a thread that is on the page. The features that draw its conversation and its composer register them here, and everybody else
 * asks here. Code below the features, and state, never look for an element by selector (build/rules/no-selectors-below-features.grit).
 */
import type { MessageId } from "../../src-preload/contract/domain/ids";
import { dialogs } from "../platform/dialogs";

/** `caret`: the text replaces the selection, and the focus follows. `end`: the text goes behind the draft, and the focus stays. */
export type InsertAt = "caret" | "end";

/** An element, or a message that will be drawn; its top is `offset` CSS pixels below that of the view. */
export type PlaceToHold = HTMLElement | { message_id: MessageId; offset: number };

/** The parts of a thread that features draw, and their uses. */
export interface DrawnParts {
  log: {
    /** Scrolls, and has the focus while its user reads. */
    box: HTMLElement;
    /** The element of a message, if its row is built. */
    article(id: MessageId): HTMLElement | undefined;
    /** The first message that ends more than `below` CSS pixels below the top of the view. */
    topArticle(below?: number): HTMLElement | undefined;
  };
  composer: {
    focus(): void;
    /** The text in its box, without a long text held beside the box. */
    typed(): string;
    /** Empties the box. */
    clear(): void;
    insert(text: string, at: InsertAt): void;
  };
  /** Keeps a place where it is on the screen; undefined ends that. */
  holdPlace: (place: PlaceToHold | undefined) => void;
}

/** The element with the focus. A closed list, dialog or panel gives the focus back to it. */
export const focusedElement = (): Element | null => document.activeElement;

/** True while an element, or something in it, has the focus. */
export const holdsFocus = (element: Element | null | undefined): boolean =>
  element?.contains(document.activeElement) === true;

/** True after the element with the focus has left the page. */
export const isFocusLost = (): boolean => document.activeElement === document.body;

/** The last element outside of dialogs that had the focus. */
let last: EventTarget | null = null;

/** Follows the focus for `isUserIn`. Called once, when the window begins. */
export function followFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (dialogs.getState().dialog === undefined) last = target;
  });
}

/**
 * True while the user is in an element, or in something in it: it has the focus, or had it before a dialog took it or before it got lost. A
 * command of a dialog is for the place from which its user came.
 */
export function isUserIn(element: Element | null | undefined): boolean {
  if (!element) return false;
  const isElsewhere = dialogs.getState().dialog !== undefined || isFocusLost();
  return isElsewhere ? last instanceof Element && element.contains(last) : holdsFocus(element);
}

export class ThreadSurface {
  /** The element that holds the conversation and the composer; null while it is not on the page. */
  frame: HTMLElement | null = null;
  readonly #drawn: Partial<DrawnParts> = {};

  /** The `ref` of `frame`. */
  readonly frameRef = (frame: HTMLElement | null): void => {
    this.frame = frame;
  };

  /** Called by the feature that draws the part, at every mount. Returns the function that unregisters it. */
  register<K extends keyof DrawnParts>(part: K, drawn: DrawnParts[K]): () => void {
    const parts: Pick<Partial<DrawnParts>, K> = this.#drawn;
    parts[part] = drawn;
    return () => {
      if (parts[part] === drawn) delete parts[part];
    };
  }

  /** The element that scrolls. */
  get log(): HTMLElement | undefined {
    return this.#drawn.log?.box;
  }

  article(id: MessageId): HTMLElement | undefined {
    return this.#drawn.log?.article(id);
  }

  topArticle(below?: number): HTMLElement | undefined {
    return this.#drawn.log?.topArticle(below);
  }

  hasFocus(): boolean {
    return holdsFocus(this.frame);
  }

  /** True while the user writes in the composer or in an editor of the thread. */
  isWritten(): boolean {
    return document.activeElement instanceof HTMLTextAreaElement && this.hasFocus();
  }

  focusLog(): void {
    this.log?.focus({ preventScroll: true });
  }

  /** Gives the focus back to the composer. A thread without one gives it to the conversation. */
  focusComposer(): void {
    if (this.#drawn.composer === undefined) this.focusLog();
    else this.#drawn.composer.focus();
  }

  /** The text in the box of the composer. */
  typed(): string {
    return this.#drawn.composer?.typed() ?? "";
  }

  /** Empties the box of the composer. */
  clear(): void {
    this.#drawn.composer?.clear();
  }

  /** Puts a text into the draft, as a paragraph of its own, for its user to send. */
  insert(text: string, at: InsertAt): void {
    this.#drawn.composer?.insert(text, at);
  }

  /** Called before the content is exchanged: this place in it stays where it is on the screen. */
  holdPlace(place: PlaceToHold | undefined): void {
    this.#drawn.holdPlace?.(place);
  }
}
