/** Keeps one place where it is on the screen while what is around it is exchanged, until the reader scrolls or more comes. */
import { type RefObject, useEffect, useState } from "react";
import type { PlaceToHold } from "../../thread/surface";
import { type Thread, useThread } from "../../thread/thread";
import { pin } from "../../thread/view/built-rows";
import { articleIn } from "./articles";

/** Pixels that are no scrolling: what rounding makes of a place. */
const STILL = 2;

class HeldPlace {
  /** `find` gives nothing where it is not on the page. */
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
    // The new rows may be shorter than the old ones: the page keeps the room that the place needs.
    inner.style.minBlockSize = `${box.scrollTop + box.clientHeight}px`;
  }

  /** Lets go of the place and of the room that was kept for it. */
  release(): void {
    this.#held = undefined;
    this.content.current?.style.removeProperty("min-block-size");
  }

  /** Rows came or went: the first time they are what is exchanged, the next time they are news. */
  exchange(): boolean {
    if (this.#held?.exchanged === true) this.release();
    if (this.#held !== undefined) this.#held.exchanged = true;
    return this.keep();
  }

  /** Puts it where it was; false where nothing is held. */
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

  /** The view was scrolled: by its reader, if the place is another now. */
  scrolled(): boolean {
    const box = this.scroller.current;
    if (this.#held === undefined || box === null) return false;
    const { find, offset } = this.#held;
    const element = find();
    if (element !== undefined && Math.abs(this.#offsetOf(element, box) - offset) <= STILL) return true;
    // The room stays until something else is shown: taken away now it would move what is being scrolled.
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
