/**
 * A walk through earlier messages, newest first, and back to the text where it began. Each text keeps the edits made on the way. Knows no
 * window and no keys.
 */

/** Resolves with the next older texts; undefined when there are no more. */
export type FetchSaid = () => Promise<string[] | undefined>;

export class SaidBefore {
  #fetch: FetchSaid;
  /** The text of the composer, then the earlier messages, newest first. `own`: the user has written or changed the text. */
  #texts: { text: string; own: boolean }[];
  #at = 0;
  #complete = false;
  #busy = false;
  /** True if a step in the other direction cancelled the step under way. */
  #calledOff = false;

  constructor(beginning: string, fetch: FetchSaid) {
    this.#fetch = fetch;
    this.#texts = [{ text: beginning, own: true }];
  }

  /** True while something other than the beginning is shown. */
  get walking(): boolean {
    return this.#at > 0;
  }

  /** True where `text` is the one at which the walk stands, as it was recalled or kept. */
  shows(text: string): boolean {
    return text === this.#here;
  }

  /**
   * Resolves with the text before `shown`, and keeps `shown` as it is. Undefined if there is none, or while the last step is still under
   * way.
   */
  async older(shown: string): Promise<string | undefined> {
    if (this.#busy && !this.#calledOff) return undefined;
    // A known text needs no answer.
    if (this.#at + 1 < this.#texts.length) return this.#go(this.#at + 1, shown);
    if (this.#busy) return undefined;
    this.#busy = true;
    this.#calledOff = false;
    try {
      while (this.#at + 1 >= this.#texts.length && !this.#complete) await this.#more();
    } finally {
      this.#busy = false;
    }
    const isThere = !this.#calledOff && this.#at + 1 < this.#texts.length;
    return isThere ? this.#go(this.#at + 1, shown) : undefined;
  }

  /** Returns the text after `shown`; the last one is the text where the walk began. */
  newer(shown: string): string | undefined {
    this.#calledOff = true;
    return this.#at > 0 ? this.#go(this.#at - 1, shown) : undefined;
  }

  /** Goes back to the text where the walk began, and returns it. */
  back(): string {
    this.#calledOff = true;
    this.#at = 0;
    return this.#here;
  }

  /**
   * Drops the earlier messages, which are then fetched anew. The texts that the user has written or changed stay, and so does their order.
   * Returns the text where the walk stands now.
   */
  renew(shown: string, fetch: FetchSaid): string {
    this.#keep(shown);
    this.#at = this.#texts.slice(0, this.#at + 1).filter(({ own }) => own).length - 1;
    this.#texts = this.#texts.filter(({ own }) => own);
    this.#fetch = fetch;
    this.#complete = false;
    return this.#here;
  }

  get #here(): string {
    return this.#texts[this.#at]?.text ?? "";
  }

  #keep(shown: string): void {
    if (!this.shows(shown)) this.#texts[this.#at] = { text: shown, own: true };
  }

  #go(at: number, shown: string): string {
    this.#keep(shown);
    this.#at = at;
    return this.#here;
  }

  async #more(): Promise<void> {
    const fetch = this.#fetch;
    const texts = await fetch();
    // The messages were dropped meanwhile.
    if (fetch !== this.#fetch) return;
    if (texts === undefined) this.#complete = true;
    else
      for (const text of texts) if (text !== this.#texts.at(-1)?.text) this.#texts.push({ text, own: false });
  }
}
