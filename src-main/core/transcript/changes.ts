/** How the fold tells what a chunk did, so that saving costs what arrived (SV-3). */
import type { BraidPart } from "../../../src-preload/contract/domain/messages";

export interface Changes {
  /** The part at `index` is new, or something of it other than its growing text changed. */
  changed(index: number): void;
  /** The growing text (of a tool: the raw input) of the part at `index` got longer by `delta`. */
  grew(index: number, delta: string): void;
}

/** Appends a part and tells of it. */
export function addPart(parts: BraidPart[], part: BraidPart, changes: Changes): void {
  parts.push(part);
  changes.changed(parts.length - 1);
}
