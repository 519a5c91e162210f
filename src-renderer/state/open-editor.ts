/**
 * An editor that is open on words of a session: of an earlier message (RW-1), or of one that waits (QU-1). What stands in it is kept as
 * a draft until the core has stored it; what is typed on meanwhile is for the next message (QU-2). What fails is told in it.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ErrorInfo } from "../../src-preload/contract/errors";
import type { SessionId } from "../../src-preload/contract/ids";
import type { Draft } from "../../src-preload/contract/types";
import { call, toErrorInfo } from "../bridge";
import { clearErrors, reportError } from "./app";
import { type DraftKeeper, leftAfter } from "./draft-keeper";
import { type Pane, passOnFromGone } from "./pane";
import { type DraftCall, forgetUnstored } from "./unstored";

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
  protected abstract readonly keptBy: DraftCall;
  /** As the core was handed it. */
  #sent: string | undefined;
  #isClosed = false;

  constructor(
    /** In which it stands. */
    readonly pane: Pane,
    readonly session_id: SessionId,
    /** Something of it is kept as a draft, or was. */
    private isKept: boolean,
  ) {}

  protected abstract get draft(): Draft;
  /** Stores its draft; without text, that there is none. */
  protected abstract save(draft: Draft): Promise<unknown>;

  /** All that stands in it. */
  get text(): string {
    return this.draft.text;
  }

  /** It is in the core's hands. */
  get isSent(): boolean {
    return this.#sent !== undefined;
  }

  /** Something in it has changed. */
  note(): void {
    this.isKept = true;
    if (!this.isSent) this.drafts.note(this.session_id, () => this.draft, this.text.length);
  }

  /** When the time has come to save its draft. */
  protected keep(draft: Draft): void {
    this.save(draft).then(
      () => this.calm(),
      (error: unknown) => {
        if (!passOnFromGone(this.pane.name, error, draft)) this.fail(error);
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
   * Hands what stands in it to the core; all stays as it is until that is stored. True where it is still open then: who asked closes it.
   * @throws CallError; nothing was stored then
   */
  async send(store: (text: string) => Promise<unknown>): Promise<boolean> {
    const { text } = this;
    clearErrors();
    this.drafts.flush();
    this.#sent = text;
    try {
      await store(text);
    } catch (error) {
      this.#sent = undefined;
      // Not by `keep`: that it goes well does not mean that this has.
      if (!this.#isClosed && this.text !== text) this.save(this.draft).catch((failed) => this.fail(failed));
      throw error;
    }
    forgetUnstored(this.keptBy, this.session_id);
    return !this.#isClosed;
  }

  /** It was stored, and is off the page. Whether something was typed on. */
  done(): boolean {
    this.#isClosed = true;
    this.drafts.forget();
    return this.passOn();
  }

  /** What was typed on goes into the composer; whether there was any. */
  passOn(): boolean {
    const left = this.#takeTypedOn();
    if (left !== "") this.pane.insert(left, "end");
    return left !== "";
  }

  /** Nothing of it is kept any more. */
  discard(): void {
    this.#isClosed = true;
    this.drafts.forget();
    if (this.isKept) this.keep({ text: "" });
  }

  /** The pane turns to something else, or the page goes: what stands in it is kept, and what was typed on waits in the composer's draft. */
  leave(): void {
    this.#isClosed = true;
    if (!this.isSent) return this.drafts.flush();
    this.drafts.forget();
    const text = this.#takeTypedOn();
    if (text === "") return;
    // What was typed there before comes before it.
    this.pane.drafts.flush();
    call("draft.add", { session_id: this.session_id, text }).catch(reportError);
  }

  #takeTypedOn(): string {
    if (this.#sent === undefined) return "";
    const left = leftAfter(this.#sent, this.text);
    this.#sent = this.text;
    return left;
  }
}
