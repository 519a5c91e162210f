/**
 * The state of a thread that is on the page. While another session's messages are on their way, the last one's stay, to be looked at and
 * not used: `left` says so. Otherwise users would see a blank frame, and everything jump, with each session they turn to.
 */
import { createStore, type StoreApi } from "zustand/vanilla";

/** Milliseconds: long enough for a busy machine, and too short to take the last session for the new one. */
export const LONGEST_KEPT_MS = 250;

/** The fields of a thread's state that matter here. */
interface Shown {
  session_id: unknown;
  timeline: unknown;
  view: unknown;
  cells: readonly unknown[];
  failure: unknown;
}

export type Drawn<T> = T & {
  /** The thread has turned to something else, which cannot be drawn yet. */
  left: boolean;
};

/** Returns true while neither content nor a reason for its absence has come. */
const isAwaited = ({ session_id, timeline, view, cells, failure }: Shown): boolean =>
  (Boolean(session_id) || timeline !== undefined) &&
  view === undefined &&
  cells.length === 0 &&
  failure === undefined;

export class DrawnView<T extends Shown> {
  readonly store: StoreApi<Drawn<T>>;
  readonly #source: StoreApi<T>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Subscribes to `source` before anybody else, so that later listeners find both states up to date. */
  constructor(source: StoreApi<T>) {
    this.#source = source;
    this.store = createStore<Drawn<T>>(() => ({ ...source.getState(), left: false }));
    source.subscribe((state) => this.#follow(state));
  }

  #follow(state: T): void {
    if (!isAwaited(state) || isAwaited(this.store.getState())) return this.#draw();
    // Further sessions that the user turns to meanwhile do not restart the wait.
    this.#timer ??= setTimeout(() => this.#draw(), LONGEST_KEPT_MS);
    if (!this.store.getState().left) this.store.setState((drawn) => ({ ...drawn, left: true }), true);
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.store.setState({ ...this.#source.getState(), left: false }, true);
  }
}
