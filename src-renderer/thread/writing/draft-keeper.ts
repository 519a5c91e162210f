/**
 * Saves what stands in the composer (QU-2): a moment after the last key, now and then while keys keep coming, and at once when it may be
 * the last chance. The text is read when it is saved, not with each key. What is being sent is not saved again as a draft.
 */
import type { Draft } from "../../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../../src-preload/contract/domain/ids";

const SETTLE_MS = 300;
/** Who types without a pause must not lose more than this to a crash. */
const LONGEST_MS = 1000;
/** A book that was pasted is not handed over ten times a second: its pauses are longer by this for each character. */
const MS_PER_CHARACTER = 1 / 500;

type Where = SessionId | null;
export type SaveDraft = (session_id: Where, draft: Draft) => void;

export class DraftKeeper {
  readonly #save: SaveDraft;
  #waiting: { session_id: Where; read: () => Draft } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the oldest of what is not saved yet was typed. */
  #since = 0;
  /** On its way to the core, and what was typed on meanwhile, until it is known what became of it. */
  #sending: { session_id: Where; text: string; typed?: Draft } | undefined;

  constructor(save: SaveDraft) {
    this.#save = save;
  }

  /** Something in this session's draft has changed; `size` in characters. */
  note(session_id: Where, read: () => Draft, size: number): void {
    if (this.#waiting !== undefined && this.#waiting.session_id !== session_id) this.flush();
    const now = performance.now();
    if (this.#waiting === undefined) this.#since = now;
    this.#waiting = { session_id, read };
    clearTimeout(this.#timer);
    const more = size * MS_PER_CHARACTER;
    const left = this.#since + LONGEST_MS + more - now;
    this.#timer = setTimeout(() => this.flush(), Math.min(SETTLE_MS + more, left));
  }

  flush(): void {
    const waiting = this.#waiting;
    this.forget();
    if (waiting === undefined) return;
    const draft = waiting.read();
    if (this.#sending?.session_id === waiting.session_id) this.#sending.typed = draft;
    else this.#save(waiting.session_id, draft);
  }

  /** What waits is not worth saving any more. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
  }

  /** This text is handed to the core now. */
  begin(session_id: Where, text: string): void {
    this.flush();
    this.#sending = { session_id, text };
  }

  /** The message is stored, in this session, and its draft went with it: what was typed on is left. Returns what of that is known here. */
  sent(session_id: SessionId): string {
    const typed = this.#settle();
    if (typed !== undefined && typed.text !== "") this.#save(session_id, typed);
    return typed?.text ?? "";
  }

  /** Nothing was stored: the draft is the whole of it. */
  failed(): void {
    const sending = this.#sending;
    this.flush();
    this.#sending = undefined;
    if (sending?.typed !== undefined) this.#save(sending.session_id, sending.typed);
  }

  /** The page is about to go. What was sent is in the core's hands, which answers in order. */
  close(): void {
    this.flush();
    const session_id = this.#sending?.session_id;
    const typed = this.#settle();
    if (session_id !== undefined && typed !== undefined) this.#save(session_id, typed);
  }

  /** What was typed on while it was being sent; undefined if nothing was, or none of it here. */
  #settle(): Draft | undefined {
    const sending = this.#sending;
    if (sending !== undefined && this.#waiting?.session_id === sending.session_id) this.flush();
    this.#sending = undefined;
    const typed = sending?.typed;
    return typed && sending && { text: leftAfter(sending.text, typed.text) };
  }
}

/** What was typed before the stored draft came must not cost either of them. */
export function joinDraft(draft: string, typed: string): string {
  return draft === "" || typed === "" ? draft + typed : `${draft}\n${typed}`;
}

/** What was typed on while `sent` was being stored stays in the composer; so does a stored draft that has come before it meanwhile. */
export function leftAfter(sent: string, now: string, draft = ""): string {
  const both = joinDraft(draft, sent);
  if (draft !== "" && now.startsWith(both)) return joinDraft(draft, now.slice(both.length));
  return now.startsWith(sent) ? now.slice(sent.length) : now;
}
