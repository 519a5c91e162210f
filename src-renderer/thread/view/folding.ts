/** The messages of a conversation that are left to show when its beginning is folded away (BR-3). */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { MessageCell } from "./message-cell";

/** Messages from the oldest that is here to the newest, and whether earlier ones exist. */
export interface Shown {
  cells: readonly MessageCell[];
  more: boolean;
}

export class Folding {
  #last: { all: readonly MessageCell[]; floor: MessageId; cells: readonly MessageCell[] } | undefined;

  /** For the same cells the same array: who shows them is told of what came or went, and of nothing else. */
  of({ cells, more }: Shown, floor: MessageId | undefined): Shown {
    if (floor === undefined) return { cells, more };
    const [first] = cells;
    if (this.#last?.all !== cells || this.#last.floor !== floor)
      this.#last = { all: cells, floor, cells: cells.filter(({ id }) => id > floor) };
    // Where the fork is not reached yet, there may be more between.
    return { cells: this.#last.cells, more: more && first !== undefined && first.id > floor };
  }
}
