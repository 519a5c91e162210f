/**
 * Two conversations scroll in step: what is at the top of the one that its user moves is at the top of the other. The one that is moved
 * leads; what moves by itself, as an answer grows or by being led, leads nobody. Nothing runs between two scrolls.
 */
import type { MessageId } from "../../../../src-preload/contract/domain/ids";
import type { Thread } from "../../../thread/thread";
import { topOfRow } from "../../../thread/view/built-rows";
import { type Place, placeAt, positionOf, type Span, type Turns, turnsOf, turnWith } from "./alignment";

/** Pixels: a reader this close to the end is at the end. */
const AT_END = 4;

/** Pixels below the top of the view at which one reads: what was jumped to stands a little below the top. */
const LINE = 16;

/** A thread, and the last message before its own way begins. */
export interface Side {
  thread: Thread;
  fork: string | undefined;
}

const rowsOf = ({ thread }: Side) => thread.view.getState().cells;

/** One of the two: where its turns are, and what is known of its last move. */
class Reader {
  readonly box: HTMLElement;
  readonly #side: Side;
  #turns: { of: unknown; turns: Turns } | undefined;
  /** Where it was led to: that scroll is not its user's. */
  #led: number | undefined;
  #height: number;

  constructor(side: Side, box: HTMLElement) {
    this.#side = side;
    this.box = box;
    this.#height = box.scrollHeight;
  }

  /** Returns true if the user scrolled: the view was neither led here, nor did it follow a growing answer. */
  movedByUser(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.box;
    const grew = scrollHeight !== this.#height;
    this.#height = scrollHeight;
    const follows = grew && scrollHeight - scrollTop - clientHeight <= AT_END;
    return !follows && scrollTop !== this.#led;
  }

  /** The place at the top of the view; undefined where nothing is shown. */
  place(): Place | undefined {
    const { turns } = this;
    const top = this.#side.thread.topArticle(LINE);
    const index = turnWith(turns, top?.dataset.messageId ?? "");
    const span = this.#spanOf(Math.max(index, 0));
    return span && placeAt(this.box.scrollTop + LINE, span, Math.max(index, 0) - turns.before);
  }

  /** Beside that place; where there is no such turn, as near as there is. */
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

  /** Told of at once: whoever follows the end would otherwise be back there before the event comes. */
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

  /** From the top of its first message to that of the next turn's. */
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
    // A row that is far away is not built, but its place is known.
    if (article === undefined) return topOfRow(thread, id as MessageId);
    return article.getBoundingClientRect().top - this.box.getBoundingClientRect().top + this.box.scrollTop;
  }
}

/** Events that come before somebody scrolls here. */
const INTENTS = ["wheel", "pointerdown", "keydown", "touchstart", "focusin"] as const;

const readerOf = (side: Side): Reader | undefined => {
  const { log } = side.thread;
  return log && new Reader(side, log);
};

/** The first leads until its user turns to the other; `begin`: from its top, not from where it stands. Returns the function that ends it. */
export function scrollInStep(first: Side, second: Side, begin?: "from the top"): () => void {
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
      // Asked first, always: it takes note of how high it is.
      if (reader.movedByUser() && leader === reader) follow(reader, led);
    };
    reader.box.addEventListener("scroll", onScroll, options);
  };
  listen(first, one, other);
  listen(second, other, one);
  if (begin !== undefined) one.goToTop();
  follow(one, other);
  return () => listening.abort();
}
