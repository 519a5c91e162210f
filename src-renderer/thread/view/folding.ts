/** Folds the beginning of a conversation away (BR-3). */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { MessageCell } from "./message-cell";

/** The loaded messages, oldest first. `more`: earlier ones exist. */
export interface Shown {
  cells: readonly MessageCell[];
  more: boolean;
}

export interface Folded extends Shown {
  /** All loaded messages, where some are folded away. */
  whole: Shown | undefined;
}

/** Returns the loaded messages, also those that are folded away. */
export const wholeOf = (state: Folded): Shown => state.whole ?? state;

export class Folding {
  #last: { all: readonly MessageCell[]; floor: MessageId; cells: readonly MessageCell[] } | undefined;

  /** Returns the same array for the same cells: its readers hear only of messages that came or went. */
  of({ cells, more }: Shown, floor: MessageId | undefined): Folded {
    if (floor === undefined) return { cells, more, whole: undefined };
    const [first] = cells;
    if (this.#last?.all !== cells || this.#last.floor !== floor)
      this.#last = { all: cells, floor, cells: cells.filter(({ id }) => id > floor) };
    // More messages may lie between the fork and the first loaded one.
    return {
      cells: this.#last.cells,
      more: more && first !== undefined && first.id > floor,
      whole: { cells, more },
    };
  }
}
