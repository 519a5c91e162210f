/**
 * Tells whether the bytes of a file are a text that `wordsOf` can read (AG-7): UTF-8 without zero bytes, UTF-16 behind its mark, or letters of
 * Windows-1252 that may be words of the West. The bytes come in pieces, which may cut a character in two.
 */
import { isUtf8 } from "node:buffer";
import { encodingOf, fromUtf16, IN_WINDOWS_1252 } from "./text-encoding";

export interface TextCheck {
  /** Takes the next piece of the file in. */
  take(piece: Uint8Array): void;
  /** Returns true where all that was taken is a text. */
  isText(): boolean;
}

export function createTextCheck(): TextCheck {
  const checks = [createUtf8Check(), createUtf16Check(), createLetterCheck()];
  return {
    take: (piece) => {
      for (const check of checks) check.take(piece);
    },
    isText: () => checks.some((check) => check.isText()),
  };
}

function createUtf8Check(): TextCheck {
  let isText = true;
  /** The bytes of a character that the last piece has cut in two. */
  let cut: Uint8Array = new Uint8Array();
  return {
    take(piece) {
      if (!isText) return;
      const joined = cut.length === 0 ? piece : Buffer.concat([cut, piece]);
      const end = joined.length - cutLength(joined);
      const whole = joined.subarray(0, end);
      isText = !whole.includes(0) && isUtf8(whole);
      cut = Buffer.from(joined.subarray(end));
    },
    isText: () => isText && cut.length === 0,
  };
}

/** How many bytes at the end begin a character that is not whole. */
function cutLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/** Control characters but tab and the ends of lines, and halves of a pair without the other. Bytes that are no text soon have one. */
const NO_TEXT = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

function createUtf16Check(): TextCheck {
  let isText = true;
  let encoding: "utf-16le" | "utf-16be" | undefined;
  /** The bytes that a piece has left behind: half a mark, half a unit, or half a pair. */
  let rest: Buffer = Buffer.alloc(0);
  return {
    take(piece) {
      if (!isText) return;
      let bytes = Buffer.concat([rest, piece]);
      if (encoding === undefined && bytes.length >= 2) {
        const found = encodingOf(bytes);
        isText = found.encoding !== "utf-8";
        if (found.encoding === "utf-8") return;
        encoding = found.encoding;
        bytes = bytes.subarray(found.mark);
      }
      if (encoding === undefined) {
        rest = bytes;
        return;
      }
      const words = fromUtf16(bytes.subarray(0, bytes.length & ~1), encoding);
      const whole = words.replace(/[\ud800-\udbff]$/, "");
      isText = !NO_TEXT.test(whole);
      rest = bytes.subarray(whole.length * 2);
    },
    isText: () => isText && encoding !== undefined && rest.length === 0,
  };
}

function createLetterCheck(): TextCheck {
  let isText = true;
  const script = createScriptCheck();
  return {
    take(piece) {
      // Once it is none, no further byte is looked at.
      isText &&= piece.every((byte) => IN_WINDOWS_1252[byte]);
      if (isText) script.take(piece);
    },
    isText: () => isText && script.isText(),
  };
}

/** So many bytes outside ASCII in a row are rare in Windows-1252. In encodings of other scripts, most words have as many. */
const LONG_ROW = 4;
/** The share of letters that may stand in such rows. A text in Big5 has few more, because ASCII bytes end many of its characters. */
const MOST_IN_ROWS = 1 / 3;

/** From here on, ASCII has letters and few signs. */
const FIRST_LETTER = 0x40;

/**
 * Refuses a text that is mostly in another script, as in Windows-1251 or GBK: a model would read wrong words. A text with a few words of
 * another script passes, because the rest of it is right.
 */
function createScriptCheck(): TextCheck {
  let last = -1;
  let letters = 0;
  let row = 0;
  let inRows = 0;
  return {
    take(piece) {
      for (const byte of piece) {
        // A byte that comes again tells nothing: it may be a line of dashes.
        if (byte === last) continue;
        last = byte;
        row = byte < 0x80 ? 0 : row + 1;
        if (byte >= FIRST_LETTER) letters += 1;
        if (row >= LONG_ROW) inRows += row === LONG_ROW ? LONG_ROW : 1;
      }
    },
    isText: () => inRows <= letters * MOST_IN_ROWS,
  };
}
