/** The gates of answers that are no stream. A JSON text is bounded in size and structure; the beginning of a refusal is enough. */
import type { Gate } from "./bounded-body";
import { createJsonSize, DEEPEST } from "./json-size";
import { bytesOf, latin1Of } from "./latin1";
import { tooDeep, tooLong } from "./too-much";
import { withUsageNumbers } from "./usage-numbers";

/** Ten times the values of a list of models of 8 MiB, and parsed in a moment. */
const MOST_VALUES = 500_000;
const NOTHING = new Uint8Array();
const AT_ONCE = { ms: 0 };

/** Holds everything back until the text is whole. @param longest bytes */
export function createJsonGate(longest: number): Gate {
  const json = createJsonSize();
  const pieces: string[] = [];
  let size = 0;
  let wrong: Error | undefined;
  return {
    take(bytes) {
      const piece = latin1Of(bytes);
      size += piece.length;
      json.add(piece);
      if (size > longest) wrong = tooLong(longest);
      else if (json.levels > DEEPEST || json.values > MOST_VALUES) wrong = tooDeep();
      else pieces.push(piece);
      return NOTHING;
    },
    end: () => bytesOf(withUsageNumbers(pieces.join(""))),
    get wrong() {
      return wrong;
    },
    patience: undefined,
  };
}

/**
 * Lets the beginning pass and ends the body there: a refusal says early what is wrong, and a server may never end it. @param longest bytes
 */
export function createRefusalGate(longest: number): Gate {
  let left = longest;
  return {
    take(bytes) {
      const passed = bytes.subarray(0, left);
      left -= passed.byteLength;
      return passed;
    },
    end: () => NOTHING,
    wrong: undefined,
    get patience() {
      return left === 0 ? AT_ONCE : undefined;
    },
  };
}
