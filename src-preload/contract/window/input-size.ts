/**
 * Bounds the input of one call. Checked twice: in the preload, because all that crosses is copied into main before anybody there can look
 * at it, and in main, which trusts no page.
 */
import { LONGEST_DRAFT } from "../domain/limits";

/** Objects, lists, and their values: the largest call names every command twice. */
const MOST_VALUES = 500;
const MOST_LEVELS = 6;
/** Characters of all texts: the longest draft, and the name of its place. */
const MOST_CHARACTERS = LONGEST_DRAFT + 64 * 1024;

/** Returns true for plain data no larger than the contract's calls and feeds need. Reads no more than that. */
export function isModest(input: unknown): boolean {
  const left = { values: MOST_VALUES, characters: MOST_CHARACTERS };
  return fits(input, MOST_LEVELS, left);
}

function fits(value: unknown, levels: number, left: { values: number; characters: number }): boolean {
  left.values -= 1;
  if (left.values < 0 || levels === 0) return false;
  if (typeof value === "string") {
    left.characters -= value.length;
    return left.characters >= 0;
  }
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value))
    return value.length <= left.values && value.every((item) => fits(item, levels - 1, left));
  // Objects without names may still be large: buffers, maps, pictures.
  if (Object.prototype.toString.call(value) !== "[object Object]") return false;
  for (const name in value) {
    left.characters -= name.length;
    if (left.characters < 0 || !fits(Reflect.get(value, name), levels - 1, left)) return false;
  }
  return true;
}
