/**
 * Keeps what pages died on, so that it outlives the app. Evidence is what main saw: a page that ended, or that did not answer. An app
 * that is killed, or loses its power, while its pages answer has noted nothing, and starts as it was.
 */

import { z } from "zod";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { ShownAsText } from "../../../src-preload/contract/window/boot";
import { log } from "../../core/log";
import { type Fates, noteCalm, noteDeath, noteLeftOut, noteWish, reopened } from "./deaths";
import type { AppState, WindowState } from "./window-memory";

const KEY = "deaths";

const sessionId = z.string().transform((id) => id as SessionId);
const stored = z.object({
  fates: z.array(
    z.object({
      session_id: sessionId,
      as_text: z.boolean(),
      deaths: z.int().min(0).max(100),
      at: z.number(),
    }),
  ),
  /** Shown by pages that did not answer when this was written. */
  silent: z.array(sessionId),
});

/** Milliseconds: a page that ends so shortly before the app does was ended with it. */
const WITH_THE_APP_MS = 3_000;

export class DeathMemory {
  readonly #state: AppState;
  readonly #now: () => number;
  #fates: Fates = new Map();
  #silent: readonly SessionId[] = [];
  /** As it was before the newest death. */
  #before: { fates: Fates; at: number } | undefined;
  #onChange: () => void = () => undefined;

  constructor(state: AppState, now: () => number = Date.now) {
    this.#state = state;
    this.#now = now;
    const known = readStored(state);
    this.#fates = new Map(known.fates.map(({ session_id, ...fate }) => [session_id, fate]));
    // The app ended while they hung: somebody killed it for that.
    if (known.silent.length > 0) this.#become(noteDeath(this.#fates, known.silent, now()));
  }

  /** Called whenever other sessions are shown as text. */
  onChange(tell: () => void): void {
    this.#onChange = tell;
  }

  /** Decides what a window opens now; a session is left out once. */
  reopen<State extends WindowState>(state: State): { state: State; left_out: readonly SessionId[] } {
    const opened = reopened(state, this.#fates);
    this.#become(opened.left_out.reduce((fates, id) => noteLeftOut(fates, id, this.#now()), this.#fates));
    return opened;
  }

  /** The sessions that every window shows as text. */
  shownAsText(): ShownAsText[] {
    return [...this.#fates]
      .filter(([, { as_text }]) => as_text)
      .map(([session_id, { deaths }]) => ({ session_id, failed: deaths > 0 }));
  }

  /** A page that showed them has ended by itself, or was ended because it hung. */
  died(session_ids: readonly SessionId[]): void {
    this.#before = { fates: this.#fates, at: this.#now() };
    this.#become(noteDeath(this.#fates, session_ids, this.#now()));
  }

  /** Whose pages do not answer now; kept, in case that nobody waits for their end. */
  silent(session_ids: readonly SessionId[]): void {
    if (session_ids.length === 0 && this.#silent.length === 0) return;
    this.#silent = [...session_ids];
    this.#keep();
  }

  /** A page has shown them for a while, and answered. */
  calm(session_ids: readonly SessionId[]): void {
    this.#become(session_ids.reduce((fates, id) => noteCalm(fates, id, this.#now()), this.#fates));
  }

  show(session_id: SessionId, as_text: boolean): void {
    this.#become(noteWish(this.#fates, session_id, as_text, this.#now()));
  }

  /** The app ends: where a signal ends all of its processes, a page may go first, and nothing was wrong with it. */
  appEnds(): void {
    const { fates, at } = this.#before ?? { at: 0 };
    this.#silent = [];
    if (fates !== undefined && this.#now() - at < WITH_THE_APP_MS) this.#fates = fates;
    this.#keep();
  }

  #become(fates: Fates): void {
    if (fates === this.#fates) return;
    this.#fates = fates;
    this.#keep();
    this.#onChange();
  }

  #keep(): void {
    const fates = [...this.#fates].map(([session_id, fate]) => ({ session_id, ...fate }));
    try {
      this.#state.setAppState(KEY, { fates, silent: this.#silent });
    } catch (error) {
      // A disk that is full costs what the next start would know, not this window.
      log.error("What a page died on could not be remembered:", error);
    }
  }
}

/** A hand or another version may have written anything: then nothing is known. */
function readStored(state: AppState): z.output<typeof stored> {
  try {
    const result = stored.safeParse(state.appState(KEY));
    if (result.success) return result.data;
  } catch (error) {
    log.error("What pages died on could not be read:", error);
  }
  return { fates: [], silent: [] };
}
