/**
 * One message as the window holds it. A row of the conversation subscribes to its own cell, so a chunk wakes one row, however many
 * there are; when the live message settles its cell stays, and with it the row.
 */
import type { MessageId } from "../../src-preload/contract/ids";
import type { StoredMessage } from "../../src-preload/contract/types";

export interface CellValue {
  message: StoredMessage;
  /** True while it is being written. */
  live: boolean;
}

export class MessageCell {
  readonly id: MessageId;
  #value: CellValue;
  readonly #listeners = new Set<() => void>();

  constructor(message: StoredMessage, live = false) {
    this.id = message.id;
    this.#value = { message, live };
  }

  get = (): CellValue => this.#value;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(message: StoredMessage, live: boolean): void {
    if (this.#value.message === message && this.#value.live === live) return;
    this.#value = { message, live };
    for (const listener of this.#listeners) listener();
  }
}

/** Ids sort as they were made (DB-5), so order needs no clock. Returns a new array; an id that is there already is replaced. */
export function placeCell(cells: readonly MessageCell[], cell: MessageCell): MessageCell[] {
  const at = cells.findLastIndex((other) => other.id <= cell.id);
  const same = cells[at]?.id === cell.id;
  return [...cells.slice(0, same ? at : at + 1), cell, ...cells.slice(at + 1)];
}
