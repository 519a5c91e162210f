/** A walk through what was said before: newest first, each text as it was edited on the way, back to where it began. No window, no keys. */

/** Brings the next texts, older than all it brought so far; undefined when there are no more. */
export type FetchSaid = () => Promise<string[] | undefined>;

export class SaidBefore {
  readonly #fetch: FetchSaid;
  /** The text of the composer, then what was said, newest first. */
  readonly #texts: string[];
  #at = 0;
  #complete = false;
  #busy = false;
  /** The step under way was called off by one that went the other way. */
  #calledOff = false;

  constructor(beginning: string, fetch: FetchSaid) {
    this.#fetch = fetch;
    this.#texts = [beginning];
  }

  /** True while something other than the beginning is shown. */
  get walking(): boolean {
    return this.#at > 0;
  }

  /** The text before `shown`, which is kept as it is; undefined where there is none, or while the last step is still under way. */
  async older(shown: string): Promise<string | undefined> {
    if (this.#busy && !this.#calledOff) return undefined;
    // A known text waits for no answer.
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

  /** The text after `shown`; the last of them is the beginning. */
  newer(shown: string): string | undefined {
    this.#calledOff = true;
    return this.#at > 0 ? this.#go(this.#at - 1, shown) : undefined;
  }

  /** Ends the walk where it began. */
  back(): string {
    this.#calledOff = true;
    this.#at = 0;
    return this.#texts[0] ?? "";
  }

  #go(at: number, shown: string): string {
    this.#texts[this.#at] = shown;
    this.#at = at;
    return this.#texts[at] ?? "";
  }

  async #more(): Promise<void> {
    const texts = await this.#fetch();
    if (texts === undefined) this.#complete = true;
    else for (const text of texts) if (text !== this.#texts.at(-1)) this.#texts.push(text);
  }
}
