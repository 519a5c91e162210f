/** Keeps one place on the screen while the rows around it are exchanged, until the reader scrolls or more rows arrive. */
import { type RefObject, useEffect, useState } from "react";
import type { PlaceToHold } from "../../thread/surface";
import { type Thread, useThread } from "../../thread/thread";
import { pin } from "../../thread/view/built-rows";
import { articleIn } from "./articles";

/** In pixels. A smaller move comes from rounding, not from scrolling. */
const STILL = 2;

class HeldPlace {
  /** `find` returns undefined if the element is not on the page. */
  #held: { find: () => HTMLElement | undefined; offset: number; exchanged: boolean } | undefined;

  constructor(
    private readonly thread: Thread,
    private readonly scroller: RefObject<HTMLElement | null>,
    private readonly content: RefObject<HTMLElement | null>,
  ) {}

  hold(place: PlaceToHold | undefined): void {
    this.release();
    const box = this.scroller.current;
    const inner = this.content.current;
    if (place === undefined || box === null || inner === null) return;
    this.#held =
      place instanceof HTMLElement
        ? {
            find: () => (place.isConnected ? place : undefined),
            offset: this.#offsetOf(place, box),
            exchanged: false,
          }
        : { find: () => articleIn(box, place.message_id), offset: place.offset, exchanged: false };
    if (!(place instanceof HTMLElement)) pin(this.thread, place.message_id);
    // The new rows may be shorter than the old ones, so the page keeps the room that the place needs.
    inner.style.minBlockSize = `${box.scrollTop + box.clientHeight}px`;
  }

  /** Drops the place and the room kept for it. */
  release(): void {
    this.#held = undefined;
    this.content.current?.style.removeProperty("min-block-size");
  }

  /** Called when rows come or go. The first time they are the exchange, the next time they are news and end the hold. */
  exchange(): boolean {
    if (this.#held?.exchanged === true) this.release();
    if (this.#held !== undefined) this.#held.exchanged = true;
    return this.keep();
  }

  /** Scrolls the place back to where it was. Returns false if nothing is held. */
  keep(): boolean {
    const box = this.scroller.current;
    if (this.#held === undefined || box === null) return false;
    const { find, offset } = this.#held;
    const element = find();
    if (element === undefined) {
      this.release();
      return false;
    }
    box.scrollTop += this.#offsetOf(element, box) - offset;
    return true;
  }

  /** Returns true if the place is still held after a scroll. A scroll that has moved it was the reader's, and ends the hold. */
  scrolled(): boolean {
    const box = this.scroller.current;
    if (this.#held === undefined || box === null) return false;
    const { find, offset } = this.#held;
    const element = find();
    if (element !== undefined && Math.abs(this.#offsetOf(element, box) - offset) <= STILL) return true;
    // The kept room stays until something else is shown. Removing it now would move the view under the reader.
    this.#held = undefined;
    return false;
  }

  #offsetOf(element: HTMLElement, box: HTMLElement): number {
    return element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  }
}

export function useHeldPlace(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): HeldPlace {
  const thread = useThread();
  const [place] = useState(() => new HeldPlace(thread, scroller, content));
  useEffect(() => thread.register("holdPlace", (held) => place.hold(held)), [thread, place]);
  return place;
}
