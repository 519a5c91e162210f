/**
 * Whether a page answers. Electron says that a page is unresponsive only once its user has pressed something, and late; so each page is
 * asked every second, and its main thread answers. Counted in turns of main rather than by the clock: a computer that slept, or a main
 * that was busy, is no hang of the page. Pure: the asking is brought to it.
 */

/** Milliseconds between two questions. */
export const BEAT_MS = 1_000;
/** Questions without an answer: after the first it is noted, after the second the page is ended. */
const SILENT_AFTER = 4;
const HUNG_AFTER = 10;
/** Answers in a row after which what is shown has proved itself. */
const CALM_AFTER = 60;

export type Beat = "silent" | "hung" | "answers-again" | "calm";

export class Heartbeat {
  #unanswered = 0;
  #answered = 0;
  #asked = false;

  /** One question's time has passed. Whether to ask again, and what is to be done about the page. */
  beat(): { ask: boolean; news?: Beat } {
    if (this.#asked) {
      this.#answered = 0;
      this.#unanswered += 1;
      if (this.#unanswered === SILENT_AFTER) return { ask: false, news: "silent" };
      return this.#unanswered === HUNG_AFTER ? { ask: false, news: "hung" } : { ask: false };
    }
    this.#answered += 1;
    this.#asked = true;
    return this.#answered === CALM_AFTER ? { ask: true, news: "calm" } : { ask: true };
  }

  /** The page has answered. */
  answer(): Beat | undefined {
    const wasSilent = this.#unanswered >= SILENT_AFTER;
    this.#asked = false;
    this.#unanswered = 0;
    return wasSilent ? "answers-again" : undefined;
  }

  /** Something else is shown: that has to prove itself anew. */
  begin(): void {
    this.#answered = 0;
  }

  /** Another page is loaded: what the one before it was asked is no question any more. */
  reset(): void {
    this.#unanswered = 0;
    this.#answered = 0;
    this.#asked = false;
  }
}
