/** Cuts texts so that no character is halved, and shows names that hold line ends or signs without a shape. */

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Returns at most the first `most` UTF-16 units. A surrogate pair at the cut is left out whole. */
export function headOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, most > 0 && isHigh(text.charCodeAt(most - 1)) ? most - 1 : most);
}

/** Returns at most the last `most` UTF-16 units. A surrogate pair at the cut is left out whole. */
export function tailOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = text.length - most;
  return text.slice(isLow(text.charCodeAt(from)) ? from + 1 : from);
}

/** Control characters, line separators, and signs that turn the direction of writing around. */
const SHAPELESS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Returns a file name on one line: in quotes with escapes where it could pass for something else. */
export const shownName = (name: string): string =>
  SHAPELESS.test(name)
    ? JSON.stringify(name).replace(
        new RegExp(SHAPELESS, "gu"),
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
      )
    : name;

const numbers = new Intl.NumberFormat("en");

/** `1 line`, `1,200 lines` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numbers.format(count)} ${count === 1 ? one : many}`;

/** A size in bytes, in words: `512 bytes`, `1.5 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  const units = ["KB", "MB", "GB", "TB", "PB", "EB"];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power - 1]}`;
}
