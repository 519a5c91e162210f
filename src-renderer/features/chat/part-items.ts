/**
 * The parts of a message as they are drawn: one by one, and runs of finished readings as one line. Keeps the items of unchanged parts, so
 * that a message that grows draws only what is new.
 */
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { isUnseen, kindOf } from "../../thread/parts";
import { isInUse, nameOfRun } from "./opened";

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

/** Returns true for a part that its reader uses where it stands: folding would close it, and take its focus. */
type IsHeld = (at: number) => boolean;

/** Returns the number of parts of the run that begins at `from`; undefined where too few follow each other. */
function runAt(parts: readonly BraidPart[], from: number, isHeld: IsHeld): number | undefined {
  let count = 0;
  let end = from;
  for (let at = from; at < parts.length; at++) {
    const part = parts[at] as BraidPart;
    if (folds(part) && isHeld(at)) break;
    if (folds(part)) {
      count += 1;
      end = at + 1;
    } else if (!isUnseen(part)) break;
  }
  return count < LEAST ? undefined : end - from;
}

function itemsFrom(parts: readonly BraidPart[], start: number, isHeld: IsHeld): PartItem[] {
  const items: PartItem[] = [];
  for (let at = start; at < parts.length; ) {
    const part = parts[at] as BraidPart;
    const length = folds(part) ? runAt(parts, at, isHeld) : undefined;
    items.push({ from: at, parts: parts.slice(at, at + (length ?? 1)), isRun: length !== undefined });
    at += length ?? 1;
  }
  return items;
}

const isSame = (a: PartItem, b: PartItem): boolean =>
  a.isRun === b.isRun &&
  a.parts.length === b.parts.length &&
  a.parts.every((part, at) => part === b.parts[at]);

const NOTHING_OPENED: ReadonlySet<string> = new Set();

export class PartItems {
  #parts: readonly BraidPart[] = [];
  #items: readonly PartItem[] = [];

  /** `opened`: the names of the parts and runs that the reader has opened, as of each call. */
  constructor(private readonly opened = NOTHING_OPENED) {}

  /** A part inside a run stays there, also when its reader opens it. */
  #isHeld(at: number): boolean {
    if (!isInUse(this.opened, String(at))) return false;
    return !this.#items.some(({ from, parts, isRun }) => isRun && from <= at && at < from + parts.length);
  }

  /** The parts of a message that is drawn again were opened in the runs that are open. */
  #heldAtFirst(parts: readonly BraidPart[]): IsHeld {
    const runs = itemsFrom(parts, 0, () => false).filter(
      ({ from, isRun }) => isRun && this.opened.has(nameOfRun(from)),
    );
    return (at) =>
      isInUse(this.opened, String(at)) &&
      !runs.some((run) => run.from <= at && at < run.from + run.parts.length);
  }

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
    const isHeld = this.#parts.length === 0 ? this.#heldAtFirst(parts) : (at: number) => this.#isHeld(at);
    const changed = itemsFrom(parts, start, isHeld).map((item) => {
      const known = before.get(item.from);
      return known !== undefined && isSame(known, item) ? known : item;
    });
    this.#parts = parts;
    this.#items = [...this.#items.slice(0, kept), ...changed];
    return this.#items;
  }
}
