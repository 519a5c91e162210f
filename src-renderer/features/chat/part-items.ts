/**
 * The parts of a message as they are drawn: one by one, and runs of finished readings as one line. Keeps the items of unchanged parts, so
 * that a message that grows draws only what is new.
 */
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { kindOf } from "../../thread/parts";

/** Fewer parts are drawn one by one. */
const LEAST = 3;

export interface PartItem {
  /** The index of the first part in the message. */
  from: number;
  /** One part, or those of a run with the unseen ones between them. */
  parts: readonly BraidPart[];
  isRun: boolean;
}

const folds = (part: BraidPart): boolean => kindOf(part).folds?.(part) === true;
const isUnseen = (part: BraidPart): boolean => kindOf(part).isUnseen === true;

/** Returns the number of parts of the run that begins at `from`; undefined where too few follow each other. */
function runAt(parts: readonly BraidPart[], from: number): number | undefined {
  let count = 0;
  let end = from;
  for (let at = from; at < parts.length; at++) {
    const part = parts[at] as BraidPart;
    if (folds(part)) {
      count += 1;
      end = at + 1;
    } else if (!isUnseen(part)) break;
  }
  return count < LEAST ? undefined : end - from;
}

function itemsFrom(parts: readonly BraidPart[], start: number): PartItem[] {
  const items: PartItem[] = [];
  for (let at = start; at < parts.length; ) {
    const part = parts[at] as BraidPart;
    const length = folds(part) ? runAt(parts, at) : undefined;
    items.push({ from: at, parts: parts.slice(at, at + (length ?? 1)), isRun: length !== undefined });
    at += length ?? 1;
  }
  return items;
}

const isSame = (a: PartItem, b: PartItem): boolean =>
  a.isRun === b.isRun &&
  a.parts.length === b.parts.length &&
  a.parts.every((part, at) => part === b.parts[at]);

export class PartItems {
  #parts: readonly BraidPart[] = [];
  #items: readonly PartItem[] = [];

  /** Takes the parts as of now, and returns their items. */
  of(parts: readonly BraidPart[]): readonly PartItem[] {
    if (parts === this.#parts) return this.#items;
    let start = 0;
    while (start < parts.length && parts[start] === this.#parts[start]) start += 1;
    // A run may have become longer.
    for (; start > 0; start--) {
      const before = parts[start - 1] as BraidPart;
      if (!folds(before) && !isUnseen(before)) break;
    }
    let kept = this.#items.length;
    while (kept > 0 && (this.#items[kept - 1]?.from ?? 0) >= start) kept -= 1;
    const before = new Map(this.#items.slice(kept).map((item) => [item.from, item]));
    const changed = itemsFrom(parts, start).map((item) => {
      const known = before.get(item.from);
      return known !== undefined && isSame(known, item) ? known : item;
    });
    this.#parts = parts;
    this.#items = [...this.#items.slice(0, kept), ...changed];
    return this.#items;
  }
}
