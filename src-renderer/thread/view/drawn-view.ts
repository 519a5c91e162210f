/**
 * The state of a thread that is on the page. While the messages of another session are on their way, what was drawn before stays, to be looked at and
 * not used: `left` says so. Without it, users would see a blank frame, and everything jump, with each session they turn to.
 */
import { createStore, type StoreApi } from "zustand/vanilla";

/** Long enough for a busy machine, and not so long that what was left is taken for what was asked for. */
export const LONGEST_KEPT_MS = 250;

/** The state of a thread, as far as it matters here. */
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

/** There will be something to draw, or a reason why not, and there is neither yet. */
const isAwaited = ({ session_id, timeline, view, cells, failure }: Shown): boolean =>
  (Boolean(session_id) || timeline !== undefined) &&
  view === undefined &&
  cells.length === 0 &&
  failure === undefined;

export class DrawnView<T extends Shown> {
  readonly store: StoreApi<Drawn<T>>;
  readonly #source: StoreApi<T>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Made before anybody else listens to `source`, it is told first: who is told after it finds both true. */
  constructor(source: StoreApi<T>) {
    this.#source = source;
    this.store = createStore<Drawn<T>>(() => ({ ...source.getState(), left: false }));
    source.subscribe((state) => this.#follow(state));
  }

  #follow(state: T): void {
    if (!isAwaited(state) || isAwaited(this.store.getState())) return this.#draw();
    // With each further session that is turned to meanwhile the wait is not begun anew.
    this.#timer ??= setTimeout(() => this.#draw(), LONGEST_KEPT_MS);
    if (!this.store.getState().left) this.store.setState((drawn) => ({ ...drawn, left: true }), true);
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.store.setState({ ...this.#source.getState(), left: false }, true);
  }
}
