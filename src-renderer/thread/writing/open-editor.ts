/**
 * An editor that is open on words of a session: of an earlier message (RW-1), or of one that waits (QU-1). What stands in it is kept as
 * a draft until the core has stored it (QU-2); while that is under way it takes no key. What fails is told in it.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { Draft, DraftPlace } from "../../../src-preload/contract/domain/drafts";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { clearErrors, reportError } from "../../platform/app-view";
import { toErrorInfo } from "../../platform/bridge";
import { passOnFromGone, type Thread } from "../thread";
import type { DraftKeeper } from "./draft-keeper";
import { forgetRetry, storeDraft } from "./draft-retry";

interface Trouble {
  failure: ErrorInfo | undefined;
}

const NONE: Trouble = { failure: undefined };

export abstract class OpenEditor {
  /** Its text box, once that is on the page; it is still read when it has been taken off. */
  box: HTMLTextAreaElement | undefined;
  /** What went wrong when it was last saved, until that goes well. */
  readonly trouble: StoreApi<Trouble> = createStore(() => NONE);
  abstract readonly drafts: DraftKeeper;
  /** Where its draft is kept. */
  protected abstract readonly kept: DraftPlace;
  #isSent = false;
  #isClosed = false;

  constructor(
    /** In which it stands. */
    readonly thread: Thread,
    readonly session_id: SessionId,
    /** Something of it is kept as a draft, or was. */
    private isKept: boolean,
  ) {}

  protected abstract get draft(): Draft;

  /** All that stands in it. */
  get text(): string {
    return this.draft.text;
  }

  /** It is in the core's hands. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** Something in it has changed. */
  note(): void {
    this.isKept = true;
    if (!this.isSent) this.drafts.note(this.session_id, () => this.draft, this.text.length);
  }

  /** When the time has come to save its draft. */
  protected keep(draft: Draft): void {
    storeDraft({ place: this.kept, ...draft }).then(
      () => this.calm(),
      (error: unknown) => {
        if (!passOnFromGone(this.thread.name, error, draft)) this.fail(error);
      },
    );
  }

  /** Told where the eye is. */
  fail(error: unknown): void {
    if (this.#isClosed) reportError(error);
    else this.trouble.setState({ failure: toErrorInfo(error) });
  }

  /** What went wrong may have been put right. */
  calm(): void {
    this.trouble.setState(NONE);
  }

  /**
   * Hands what stands in it to the core, which deletes its draft with that. True where it is still open then: who asked closes it.
   * @throws CallError; nothing was stored then
   */
  async send(store: (text: string, draft: DraftPlace) => Promise<unknown>): Promise<boolean> {
    clearErrors();
    this.drafts.flush();
    this.#hold(true);
    try {
      await store(this.text, this.kept);
    } catch (error) {
      this.#hold(false);
      throw error;
    }
    forgetRetry(this.kept);
    return !this.#isClosed;
  }

  #hold(isSent: boolean): void {
    this.#isSent = isSent;
    if (this.box !== undefined) this.box.readOnly = isSent;
  }

  /** It was stored, and is off the page. */
  done(): void {
    this.#isClosed = true;
    this.drafts.forget();
  }

  /** Nothing of it is kept any more. */
  discard(): void {
    this.#isClosed = true;
    this.drafts.forget();
    if (this.isKept) this.keep({ text: "" });
  }

  /** The thread turns to something else, or the page goes: what stands in it is kept. */
  leave(): void {
    this.#isClosed = true;
    this.drafts.flush();
  }
}
