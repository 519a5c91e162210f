/**
 * Cuts growing text into blocks at line ends, so that only the last block is laid out again. The joined blocks are the text, to the
 * character.
 */

import { flat } from "./flat";
import { endOfChanges } from "./letters";

/** In characters, some twenty lines of the page. */
const BLOCK_SIZE = 2_000;
/** The most lines of a block: laying out a short line takes as much work as a dozen letters. */
const MOST_LINES = 100;
/** A longer paragraph is cut between two words. The line breaks there, but the window does not stutter. */
const LONGEST_BLOCK = 8_000;

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** Returns the end of the last line that a block may have. Undefined if the block reaches its size first, or nothing follows. */
function endOfLines(text: string): number | undefined {
  let end = 0;
  for (let line = 0; line < MOST_LINES; line++) {
    end = text.indexOf("\n", end) + 1;
    if (end === 0 || end > BLOCK_SIZE) return undefined;
  }
  return end < text.length ? end : undefined;
}

/** Returns the end of a block of costly letters, if possible between two lines or words. */
function endOfHeavyBlock(text: string): number | undefined {
  const most = endOfChanges(text, 0, LONGEST_BLOCK);
  if (most >= Math.min(text.length, LONGEST_BLOCK)) return undefined;
  const block = text.slice(0, most);
  return (
    block.lastIndexOf("\n") + 1 ||
    block.lastIndexOf(" ") + 1 ||
    (isLowSurrogate(text.charCodeAt(most)) ? most - 1 : most)
  );
}

/** Returns the end of a block of light letters. */
function endOfLightBlock(text: string): number | undefined {
  if (text.length <= 2 * BLOCK_SIZE) return undefined;
  const line = text.indexOf("\n", BLOCK_SIZE) + 1;
  if (line > 0 && line <= LONGEST_BLOCK) return line < text.length ? line : undefined;
  if (text.length <= LONGEST_BLOCK) return undefined;
  const word = text.lastIndexOf(" ", LONGEST_BLOCK - 1) + 1;
  if (word > BLOCK_SIZE) return word;
  return isLowSurrogate(text.charCodeAt(LONGEST_BLOCK)) ? LONGEST_BLOCK - 1 : LONGEST_BLOCK;
}

/** Returns the end of the first block of `text`, or undefined while it may still grow. Later text does not move the end. */
function endOfBlock(text: string): number | undefined {
  const lines = endOfLines(text);
  if (lines !== undefined) return endOfHeavyBlock(text.slice(0, lines)) ?? lines;
  const line = text.indexOf("\n", BLOCK_SIZE) + 1;
  const until = line > 0 && line <= LONGEST_BLOCK ? Math.max(line, 2 * BLOCK_SIZE) : LONGEST_BLOCK;
  return endOfHeavyBlock(text.slice(0, until)) ?? endOfLightBlock(text);
}

export class TextBlocks {
  #blocks: string[] = [];
  /** The characters in all blocks but the last. */
  #settled = 0;

  /**
   * Returns the blocks of `text`. The blocks of an earlier, shorter text stay the same strings. The cost is that of the last block and the
   * new text.
   */
  of(text: string): readonly string[] {
    if (!this.#continues(text)) {
      this.#blocks = [];
      this.#settled = 0;
    }
    const settled = this.#blocks.slice(0, -1);
    let rest = text.slice(this.#settled);
    for (let end = endOfBlock(rest); end !== undefined; end = endOfBlock(rest)) {
      settled.push(flat(rest.slice(0, end)));
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
