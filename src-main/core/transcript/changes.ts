/** Tells what a chunk changed in the fold, so that a save costs as much as arrived (SV-3). */
import type { BraidPart } from "../../../src-preload/contract/domain/messages";

export interface Changes {
  /** The part at `index` is new, or changed in something else than its growing text. */
  changed(index: number): void;
  /** The growing text of the part at `index` (of a tool: its raw input) got longer by `delta`. */
  grew(index: number, delta: string): void;
}

/** Appends a part and tells of it. */
export function addPart(parts: BraidPart[], part: BraidPart, changes: Changes): void {
  parts.push(part);
  changes.changed(parts.length - 1);
}
