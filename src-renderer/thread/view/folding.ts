/** Folds the beginning of a conversation away (BR-3). */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { MessageCell } from "./message-cell";

/** The loaded messages, oldest first. `more`: earlier ones exist. */
export interface Shown {
  cells: readonly MessageCell[];
  more: boolean;
}

export class Folding {
  #last: { all: readonly MessageCell[]; floor: MessageId; cells: readonly MessageCell[] } | undefined;

  /** Returns the same array for the same cells: its readers hear only of messages that came or went. */
  of({ cells, more }: Shown, floor: MessageId | undefined): Shown {
    if (floor === undefined) return { cells, more };
    const [first] = cells;
    if (this.#last?.all !== cells || this.#last.floor !== floor)
      this.#last = { all: cells, floor, cells: cells.filter(({ id }) => id > floor) };
    // More messages may lie between the fork and the first loaded one.
    return { cells: this.#last.cells, more: more && first !== undefined && first.id > floor };
  }
}
