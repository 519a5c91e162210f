/** Tells how the bytes of a text are encoded, and reads them as words. */
import { isAscii, isUtf8 } from "node:buffer";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** The byte order marks. A text without one is taken for UTF-8. */
export const MARKS: readonly [Encoding, Buffer][] = [
  ["utf-8", Buffer.from([0xef, 0xbb, 0xbf])],
  ["utf-16le", Buffer.from([0xff, 0xfe])],
  ["utf-16be", Buffer.from([0xfe, 0xff])],
];

/** Returns the encoding that a file's first bytes tell, and the length of its mark in bytes. */
export function encodingOf(start: Buffer): { encoding: Encoding; mark: number } {
  const found = MARKS.find(([, mark]) => start.subarray(0, mark.length).equals(mark));
  return found === undefined ? { encoding: "utf-8", mark: 0 } : { encoding: found[0], mark: found[1].length };
}

export interface Words {
  text: string;
  /** Windows-1252 is a guess: bytes of many other encodings look like it. */
  encoding: Encoding | "windows-1252";
}

/**
 * Reads a text of any encoding that `createTextCheck` takes for one, without its mark. Drops a character that the end has cut in two.
 * @param is_piece more bytes of the file follow
 */
export function wordsOf(bytes: Buffer, is_piece: boolean): Words {
  const { encoding, mark } = encodingOf(bytes);
  const body = bytes.subarray(mark);
  if (encoding !== "utf-8")
    return { text: fromUtf16(body.subarray(0, body.length & ~1), encoding), encoding };
  let end = body.length;
  while (end > body.length - 4 && end > 0 && !isUtf8(body.subarray(0, end))) end -= 1;
  const whole = body.subarray(0, end);
  // The last letter of a text in Windows-1252 may look like the beginning of a character in UTF-8.
  const isCut = is_piece || end === body.length || !isAscii(whole);
  return isUtf8(whole) && isCut
    ? { text: whole.toString("utf8"), encoding }
    : { text: fromWindows1252(body), encoding: "windows-1252" };
}

/** @param bytes an even number */
export const fromUtf16 = (bytes: Buffer, encoding: Encoding): string =>
  (encoding === "utf-16be" ? Buffer.from(bytes).swap16() : bytes).toString("utf16le");

/** The signs that Windows-1252 has where Latin-1 has its second block of control characters. Five places are free. */
const LETTERS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const fromWindows1252 = (bytes: Buffer): string =>
  bytes
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (letter) => LETTERS.charAt(letter.charCodeAt(0) - 0x80));

/** The bytes that a text in Windows-1252 may have: no control character but tab and the ends of lines, and none of those that are free. */
export const IN_WINDOWS_1252: readonly boolean[] = Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20) return byte === 0x09 || byte === 0x0a || byte === 0x0d;
  return ![0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);
});
