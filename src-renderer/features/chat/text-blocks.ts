/**
 * Cuts growing text into blocks, at line ends, so that what has been laid out stays as it is and only the last block is laid out
 * again. Joined, the blocks are the text, to the character.
 */

/** Characters; some forty lines. */
const BLOCK_SIZE = 2_000;

export class TextBlocks {
  #blocks: string[] = [];
  /** Characters in all blocks but the last. */
  #settled = 0;

  /** The blocks of `text`; those of an earlier, shorter text stay the same strings. Costs what the last block and the new text cost. */
  of(text: string): readonly string[] {
    if (!this.#continues(text)) {
      this.#blocks = [];
      this.#settled = 0;
    }
    const settled = this.#blocks.slice(0, -1);
    let rest = text.slice(this.#settled);
    while (rest.length > 2 * BLOCK_SIZE) {
      const end = rest.indexOf("\n", BLOCK_SIZE) + 1;
      if (end === 0 || end === rest.length) break;
      settled.push(rest.slice(0, end));
      this.#settled += end;
      rest = rest.slice(end);
    }
    this.#blocks = [...settled, rest];
    return this.#blocks;
  }

  #continues(text: string): boolean {
    const last = this.#blocks.at(-2);
    return (
      text.length >= this.#settled &&
      (last === undefined || text.startsWith(last, this.#settled - last.length))
    );
  }
}
