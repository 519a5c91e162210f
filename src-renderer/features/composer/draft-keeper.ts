/** Saves what stands in the composer (QU-2): a moment after the last key, now and then while keys keep coming, and at once when it may be the last chance. */
import type { SessionId } from "../../../src-preload/contract/ids";

const SETTLE_MS = 300;
/** Who types without a pause must not lose more than this to a crash. */
const LONGEST_MS = 1000;

export type SaveDraft = (session_id: SessionId | null, text: string) => void;

export class DraftKeeper {
  readonly #save: SaveDraft;
  #waiting: { session_id: SessionId | null; text: string } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the oldest of what is not saved yet was typed. */
  #since = 0;

  constructor(save: SaveDraft) {
    this.#save = save;
  }

  note(session_id: SessionId | null, text: string): void {
    if (this.#waiting !== undefined && this.#waiting.session_id !== session_id) this.flush();
    const now = performance.now();
    if (this.#waiting === undefined) this.#since = now;
    this.#waiting = { session_id, text };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), Math.min(SETTLE_MS, this.#since + LONGEST_MS - now));
  }

  flush(): void {
    const waiting = this.#waiting;
    this.forget();
    if (waiting !== undefined) this.#save(waiting.session_id, waiting.text);
  }

  /** The text has been sent: the store has dropped the draft with it. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
  }
}

/** What was typed before the stored draft came must not cost either of them. */
export function joinDraft(draft: string, typed: string): string {
  return draft === "" || typed === "" ? draft + typed : `${draft}\n${typed}`;
}

/** What was typed on while `sent` was being stored stays in the composer. */
export function leftAfter(sent: string, now: string): string {
  return now.startsWith(sent) ? now.slice(sent.length) : now;
}
