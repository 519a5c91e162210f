/**
 * The part of a thread that is on the page. The features that draw its conversation and its composer register them here; everything else asks here.
 * No code below the features, and no state, looks for an element by selector (build/rules/no-selectors-below-features.grit).
 */
import type { MessageId } from "../../src-preload/contract/domain/ids";

/** Where a text goes: in place of what is marked, with the focus after it, or after all of the draft, and the focus stays. */
export type InsertAt = "caret" | "end";

/** An element, or a message that will be there, its top so many CSS pixels below that of the view. */
export type PlaceToHold = HTMLElement | { message_id: MessageId; offset: number };

/** The parts of a thread that features draw, and how each is used. */
export interface DrawnParts {
  log: {
    /** Scrolls, and takes the focus of whoever reads. */
    box: HTMLElement;
    /** The element of a message, if its row is built. */
    article(id: MessageId): HTMLElement | undefined;
    /** The first message that ends more than so many CSS pixels below the top of the view. */
    topArticle(below?: number): HTMLElement | undefined;
  };
  composer: {
    focus(): void;
    /** The text in its box, without a long text that is held beside the box. */
    typed(): string;
    /** Empties the box. */
    clear(): void;
    insert(text: string, at: InsertAt): void;
  };
  /** Keeps a place where it is on the screen; undefined lets go of it. */
  holdPlace: (place: PlaceToHold | undefined) => void;
}

export class ThreadSurface {
  /** The element that holds the conversation and the composer; null while it is not on the page. */
  frame: HTMLElement | null = null;
  readonly #drawn: Partial<DrawnParts> = {};

  /** The `ref` of that element. */
  readonly frameRef = (frame: HTMLElement | null): void => {
    this.frame = frame;
  };

  /** Called by the feature that draws the part, with every mount. Returns the function that ends this. */
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
    return this.frame?.contains(document.activeElement) === true;
  }

  /** Somebody writes there: in the composer, or in the editor of a message. */
  isWritten(): boolean {
    return document.activeElement instanceof HTMLTextAreaElement && this.hasFocus();
  }

  focusLog(): void {
    this.log?.focus({ preventScroll: true });
  }

  /** The way back to where one writes, for whoever is done with the focus. Where nothing is written one reads. */
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

  /** Called before what is shown is exchanged: this place in it stays where it is on the screen. */
  holdPlace(place: PlaceToHold | undefined): void {
    this.#drawn.holdPlace?.(place);
  }
}
