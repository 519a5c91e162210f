/**
 * Scrolls two conversations in step: both show the same turn at the top. The one that the user scrolls leads. A scroll that the user did
 * not cause, by a growing answer or by being led, leads nobody. Nothing runs between two scrolls.
 */
import type { MessageId } from "../../../../src-preload/contract/domain/ids";
import type { Thread } from "../../../thread/thread";
import { topOfRow } from "../../../thread/view/built-rows";
import { type Place, placeAt, positionOf, type Span, type Turns, turnsOf, turnWith } from "./alignment";

/** In pixels. A reader this close to the end counts as being at the end. */
const AT_END = 4;

/** The pixels from the top of the view to the line that one reads. A message that was jumped to stands a little below the top. */
const LINE = 16;

/** A thread, and the last message that the other has too. */
export interface Side {
  thread: Thread;
  fork: string | undefined;
}

const rowsOf = ({ thread }: Side) => thread.view.getState().cells;

/** One of the two conversations: the places of its turns, and its last scroll. */
class Reader {
  readonly box: HTMLElement;
  readonly #side: Side;
  #turns: { of: unknown; turns: Turns } | undefined;
  /** The position it was led to. A scroll to there is not the user's. */
  #led: number | undefined;
  #height: number;

  constructor(side: Side, box: HTMLElement) {
    this.#side = side;
    this.box = box;
    this.#height = box.scrollHeight;
  }

  /** Returns true if the user scrolled. The view was neither led here, nor did it follow a growing answer. */
  movedByUser(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.box;
    const grew = scrollHeight !== this.#height;
    this.#height = scrollHeight;
    const follows = grew && scrollHeight - scrollTop - clientHeight <= AT_END;
    return !follows && scrollTop !== this.#led;
  }

  /** Returns the place at the top of the view; undefined if nothing is shown. */
  place(): Place | undefined {
    const { turns } = this;
    const top = this.#side.thread.topArticle(LINE);
    const index = turnWith(turns, top?.dataset.messageId ?? "");
    const span = this.#spanOf(Math.max(index, 0));
    return span && placeAt(this.box.scrollTop + LINE, span, Math.max(index, 0) - turns.before);
  }

  /** Scrolls to a place. If the turn does not exist here, scrolls as near as possible. */
  go(place: Place): void {
    const { turns } = this;
    const index = place.turn + turns.before;
    const span = this.#spanOf(index);
    const beyond = index < 0 ? 0 : this.box.scrollHeight;
    this.#leadTo(span === undefined ? beyond : positionOf(place, span) - LINE);
  }

  goToTop(): void {
    this.#leadTo(0);
  }

  /** Dispatches the scroll event at once. A view that follows the end would otherwise return there before the browser's own event. */
  #leadTo(top: number): void {
    this.box.scrollTop = top;
    this.#led = this.box.scrollTop;
    this.box.dispatchEvent(new Event("scroll"));
  }

  private get turns(): Turns {
    const cells = rowsOf(this.#side);
    if (this.#turns?.of !== cells) {
      const rows = cells.map((cell) => ({ id: cell.id, role: cell.get().message.role }));
      this.#turns = { of: cells, turns: turnsOf(rows, this.#side.fork) };
    }
    return this.#turns.turns;
  }

  /** Spans from the top of the turn's first message to the top of the next turn's. */
  #spanOf(index: number): Span | undefined {
    const { starts } = this.turns;
    const top = this.#topOf(starts[index]);
    if (top === undefined) return undefined;
    return { top, bottom: this.#topOf(starts[index + 1]) ?? this.box.scrollHeight };
  }

  #topOf(id: string | undefined): number | undefined {
    if (id === undefined) return undefined;
    const { thread } = this.#side;
    const article = thread.article(id as MessageId);
    // A row far away is not built, but its place is known.
    if (article === undefined) return topOfRow(thread, id as MessageId);
    return article.getBoundingClientRect().top - this.box.getBoundingClientRect().top + this.box.scrollTop;
  }
}

/** Events that come before the user scrolls. */
const INTENTS = ["wheel", "pointerdown", "keydown", "touchstart", "focusin"] as const;

const readerOf = (side: Side): Reader | undefined => {
  const { log } = side.thread;
  return log && new Reader(side, log);
};

/**
 * Starts scrolling in step. The first side leads until the user turns to the other. With `begin` it starts at its top instead of its
 * position, or is led by the second. Returns the function that ends it.
 */
export function scrollInStep(
  first: Side,
  second: Side,
  begin?: "from the top" | "by the second",
): () => void {
  const one = readerOf(first);
  const other = readerOf(second);
  if (one === undefined || other === undefined) return () => undefined;
  let leader = one;
  const follow = (from: Reader, to: Reader) => {
    const place = from.place();
    if (place !== undefined) to.go(place);
  };
  const listening = new AbortController();
  const listen = (side: Side, reader: Reader, led: Reader) => {
    const options = { passive: true, signal: listening.signal };
    const turnTo = () => {
      leader = reader;
    };
    for (const intent of INTENTS)
      side.thread.frame?.addEventListener(intent, turnTo, { ...options, capture: true });
    const onScroll = () => {
      // `movedByUser` is always called, because it also notes the height.
      if (reader.movedByUser() && leader === reader) follow(reader, led);
    };
    reader.box.addEventListener("scroll", onScroll, options);
  };
  listen(first, one, other);
  listen(second, other, one);
  if (begin === "by the second") {
    leader = other;
    follow(other, one);
    return () => listening.abort();
  }
  if (begin === "from the top") one.goToTop();
  follow(one, other);
  return () => listening.abort();
}
