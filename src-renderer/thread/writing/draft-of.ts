/**
 * A draft in one place (QU-2), with one owner. The owner saves it a moment after the last key, now and then while keys keep coming, and at
 * once when its session is left or its page goes. The last saved text counts. While the core stores the text as a message, the text box
 * takes no keys.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Draft, DraftPlace } from "../../../src-preload/contract/domain/drafts";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import { CallError, toErrorInfo } from "../../platform/bridge";
import { clearErrors, reportError } from "../../platform/notices";
import { mainThread, type Thread } from "../thread";
import { forgetRetry, storeDraft } from "./draft-retry";

const SETTLE_MS = 300;
/** Milliseconds: a user who types without a pause loses no more than this to a crash. */
const LONGEST_MS = 1000;
/** Milliseconds that each character adds to both pauses: a pasted book is not saved ten times a second. */
const MS_PER_CHARACTER = 1 / 500;

interface DraftError {
  failure: ErrorInfo | undefined;
}

const NONE: DraftError = { failure: undefined };

export class DraftOf {
  /** Why the text could not be stored, until it could. Unused for a composer: the window tells that failure. */
  readonly error: StoreApi<DraftError> = createStore(() => NONE);
  /** The text box, once it is on the page. */
  box: HTMLTextAreaElement | undefined;
  /** What came for the next message while the core was storing this one. */
  next = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The time of the oldest unsaved change; undefined where all is saved. */
  #since: number | undefined;
  /** Characters of the last saved text. */
  #size = 0;
  #isSending = false;
  #isOver = false;
  #leave: () => void;

  /** `read` gives the present draft. Called at each save, not at each key. */
  constructor(
    private readonly thread: Thread,
    readonly place: DraftPlace,
    readonly read: () => Draft,
  ) {
    this.#leave = thread.onFlush(() => this.flush());
  }

  /** True while the core stores it as a message. */
  get isSending(): boolean {
    return this.#isSending;
  }

  /** True once the session was left, or the draft was sent or dropped. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Notes a change. */
  note(): void {
    if (this.#isSending || this.#isOver) return;
    const now = performance.now();
    this.#since ??= now;
    clearTimeout(this.#timer);
    const more = this.#size * MS_PER_CHARACTER;
    const left = this.#since + LONGEST_MS + more - now;
    this.#timer = setTimeout(() => this.flush(), Math.min(SETTLE_MS + more, left));
  }

  /** Runs `put`, which puts the stored draft in front of its user. That is no change, so it is not saved again. */
  putStored(put: () => void): void {
    const isChanged = this.#since !== undefined;
    put();
    if (!isChanged) this.#forget();
  }

  /** Saves unsaved changes. */
  flush(): void {
    if (this.#since === undefined) return;
    this.#forget();
    this.#save(this.read());
  }

  /** Saves the draft for the last time, because its session is left. */
  end(): void {
    this.flush();
    this.#close();
  }

  /** Goes on with a draft whose session was left, and has come back, while the core was storing it. */
  goOn(): void {
    if (!this.#isOver) return;
    this.#isOver = false;
    this.#leave = this.thread.onFlush(() => this.flush());
  }

  /** Deletes the draft. */
  discard(): void {
    this.#forget();
    this.#close();
    this.#save({ text: "" });
  }

  /**
   * Hands the draft to the core, which stores it and deletes the draft of this place. Does nothing while a send is under way. Resolves to
   * true if the text is stored and still in front of its user: the caller then empties or closes the box.
   * @throws CallError; nothing was stored then, and the text stays
   */
  async send(store: (draft: Draft) => Promise<unknown>): Promise<boolean> {
    if (this.#isSending) return false;
    clearErrors();
    this.flush();
    this.#hold(true);
    try {
      await store(this.read());
    } finally {
      this.#hold(false);
    }
    forgetRetry(this.place);
    return !this.#isOver;
  }

  /** Holds a text for the next message, as a paragraph of its own, while the core is storing this one. Returns false at other times. */
  holdNext(text: string): boolean {
    if (!this.#isSending) return false;
    this.next += this.next === "" ? text : `\n\n${text}`;
    return true;
  }

  /** Returns what came for the next message, and forgets it. */
  takeNext(): string {
    const next = this.next.trimStart();
    this.next = "";
    return next;
  }

  /** Tells a failure where the user looks: in the editor while that is open. */
  fail(error: unknown): void {
    if (this.#isOver || this.place.kind === "composer") reportError(error);
    else this.error.setState({ failure: toErrorInfo(error) });
  }

  /** Takes the failure off the page, because its cause may be gone. */
  calm(): void {
    this.error.setState(NONE);
  }

  #hold(isSending: boolean): void {
    this.#isSending = isSending;
    if (this.box !== undefined && !this.#isOver) this.box.readOnly = isSending;
  }

  #close(): void {
    this.#isOver = true;
    this.#leave();
    // A composer's box goes on with the next session.
    if (this.box !== undefined) this.box.readOnly = false;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#since = undefined;
  }

  #save(draft: Draft): void {
    this.#size = draft.text.length;
    storeDraft({ place: this.place, ...draft }).then(
      () => this.calm(),
      (error: unknown) => {
        if (!this.#passOn(error, draft)) this.fail(error);
      },
    );
  }

  /** Moves the text of a removed sidecar into the main thread: another window removes an empty sidecar for good when it closes it. */
  #passOn(error: unknown, { text, attachments = [] }: Draft): boolean {
    const isGone =
      this.thread.name === "side" && error instanceof CallError && error.code === "SESSION_NOT_FOUND";
    if (isGone && text !== "") mainThread.insert(text, "end");
    if (isGone) mainThread.files.put(attachments);
    return isGone;
  }
}
