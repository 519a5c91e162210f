/**
 * Finds out whether a page answers. Electron reports an unresponsive page late, and only once its user has pressed something. So main asks
 * each page every second, and the page's main thread answers. Time counts in beats, not by the clock: a computer that slept, or a busy
 * main, is no hang of the page. Pure: the caller sends the questions.
 */

/** Milliseconds between two questions. */
export const BEAT_MS = 1_000;
/** Beats without an answer until the page counts as silent, and until it is ended. */
const SILENT_AFTER = 4;
const HUNG_AFTER = 10;
/** Answers in a row that prove the shown sessions harmless. */
const CALM_AFTER = 60;

export type Beat = "silent" | "hung" | "answers-again" | "calm";

export class Heartbeat {
  #unanswered = 0;
  #answered = 0;
  #asked = false;

  /** Called once a second. Returns whether to ask the page again, and news of it. */
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

  /** The page shows something else, which has to prove itself anew. */
  begin(): void {
    this.#answered = 0;
  }

  /** Another page is loaded: questions to the last one no longer count. */
  reset(): void {
    this.#unanswered = 0;
    this.#answered = 0;
    this.#asked = false;
  }
}
