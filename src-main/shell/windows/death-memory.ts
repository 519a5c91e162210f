/**
 * Remembers beyond the app's end which sessions pages died on. Only main's own observations count: a page that ended, or that did not
 * answer. An app that is killed, or loses its power, while its pages answer has noted nothing, and starts as it was.
 */

import * as z from "zod/mini";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { ShownAsText } from "../../../src-preload/contract/window/boot";
import { log } from "../../core/log";
import { type Fates, noteCalm, noteDeath, noteLeftOut, noteWish, reopened } from "./deaths";
import type { AppState, WindowState } from "./window-memory";

const KEY = "deaths";

const sessionId = z.pipe(
  z.string(),
  z.transform((id) => id as SessionId),
);
const stored = z.object({
  fates: z.array(
    z.object({
      session_id: sessionId,
      as_text: z.boolean(),
      deaths: z.int().check(z.minimum(0), z.maximum(100)),
      at: z.number(),
    }),
  ),
  /** Sessions of pages that did not answer when this was written. */
  silent: z.array(sessionId),
});

/** Milliseconds. A page that ends so shortly before the app does was ended with it. */
const WITH_THE_APP_MS = 3_000;

export class DeathMemory {
  readonly #state: AppState;
  readonly #now: () => number;
  #fates: Fates = new Map();
  #silent: readonly SessionId[] = [];
  /** The fates before the newest death. */
  #before: { fates: Fates; at: number } | undefined;
  #onChange: () => void = () => undefined;

  constructor(state: AppState, now: () => number = Date.now) {
    this.#state = state;
    this.#now = now;
    const known = readStored(state);
    this.#fates = new Map(known.fates.map(({ session_id, ...fate }) => [session_id, fate]));
    // The app ended while these pages hung: somebody killed it for that.
    if (known.silent.length > 0) this.#become(noteDeath(this.#fates, known.silent, now()));
  }

  /** Called whenever other sessions are shown as text. */
  onChange(tell: () => void): void {
    this.#onChange = tell;
  }

  /** Returns the state that a window opens, and the sessions it leaves out. A session is left out only once. */
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

  /** A page that showed these sessions has ended by itself, or was ended because it hung. */
  died(session_ids: readonly SessionId[]): void {
    this.#before = { fates: this.#fates, at: this.#now() };
    this.#become(noteDeath(this.#fates, session_ids, this.#now()));
  }

  /** The sessions whose pages do not answer now. Stored, because the app may be killed before their end. */
  silent(session_ids: readonly SessionId[]): void {
    if (session_ids.length === 0 && this.#silent.length === 0) return;
    this.#silent = [...session_ids];
    this.#keep();
  }

  /** A page has shown these sessions for a while, and answered. */
  calm(session_ids: readonly SessionId[]): void {
    this.#become(session_ids.reduce((fates, id) => noteCalm(fates, id, this.#now()), this.#fates));
  }

  show(session_id: SessionId, as_text: boolean): void {
    this.#become(noteWish(this.#fates, session_id, as_text, this.#now()));
  }

  /** The app ends. A signal may end its pages first, so this takes deaths of the last moment back. */
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
      // A full disk costs the next start its warning, not this window.
      log.error("What a page died on could not be remembered:", error);
    }
  }
}

/** Nothing is known where a hand or another version has written something else. */
function readStored(state: AppState): z.output<typeof stored> {
  try {
    const result = stored.safeParse(state.appState(KEY));
    if (result.success) return result.data;
  } catch (error) {
    log.error("What pages died on could not be read:", error);
  }
  return { fates: [], silent: [] };
}
