/**
 * Measures the depth and number of values of a JSON text while it arrives, so that no text is parsed that would hold the process or
 * overflow its stack.
 */

export const DEEPEST = 64;

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPENING = 91;
const CLOSING = 93;

export interface JsonSize {
  /** Counts the next piece of the text, cut anywhere. Latin1 may stand for bytes. */
  add(piece: string): void;
  /** Levels of objects and lists within each other. */
  readonly levels: number;
  /** Objects, lists and their items: one for each comma and opening bracket. */
  readonly values: number;
}

/** Measures a text that is no JSON all the same: its parser will find out. */
export function createJsonSize(): JsonSize {
  let [levels, values, depth] = [0, 0, 0];
  let [inText, escaped] = [false, false];
  const skipText = (piece: string, start: number): number => {
    for (let at = start; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (escaped) escaped = false;
      else if (code === BACKSLASH) escaped = true;
      else if (code === QUOTE) {
        inText = false;
        return at + 1;
      }
    }
    return piece.length;
  };
  const count = (code: number): void => {
    if (code === QUOTE) inText = true;
    else if (code === COMMA) values += 1;
    // `[` and `{`, `]` and `}` differ from each other in one bit.
    else if ((code & ~32) === OPENING) {
      values += 1;
      depth += 1;
      levels = Math.max(levels, depth);
    } else if ((code & ~32) === CLOSING) depth -= 1;
  };
  return {
    add(piece) {
      for (let at = 0; at < piece.length; ) {
        if (inText) at = skipText(piece, at);
        else count(piece.charCodeAt(at++));
      }
    },
    get levels() {
      return levels;
    },
    get values() {
      return values;
    },
  };
}
