/**
 * One message as the window holds it. A row of the conversation subscribes to its own cell, so a chunk wakes one row, however many
 * there are; when the live message settles its cell stays, and with it the row. A cell that nobody looks at may hold its outline alone.
 */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";

export interface CellValue {
  message: StoredMessage;
  /** True while it is being written. */
  live: boolean;
}

/** Characters that the parts of a message hold, more or less. */
function weigh({ parts }: StoredMessage): number {
  let total = 0;
  for (const part of parts) total += "text" in part ? part.text.length : JSON.stringify(part).length;
  return total;
}

export class MessageCell {
  readonly id: MessageId;
  /** Thoughts and calls that its reader has opened. They stay open while the row is not built. */
  readonly opened = new Set<string>();
  /** When a row last began or ceased to show it, or it was read, by the clock of the page. */
  used = performance.now();
  #value: CellValue;
  #weight: number | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(message: StoredMessage, live = false) {
    this.id = message.id;
    this.#value = { message, live };
  }

  get = (): CellValue => this.#value;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.used = performance.now();
    return () => {
      this.#listeners.delete(listener);
      this.used = performance.now();
    };
  };

  /** A row shows it. */
  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  /** Characters that it holds; nothing while it is written, or away. */
  get weight(): number {
    const { message, live } = this.#value;
    if (live || message.away) return 0;
    this.#weight ??= weigh(message);
    return this.#weight;
  }

  set(message: StoredMessage, live: boolean): void {
    if (this.#value.message === message && this.#value.live === live) return;
    this.#value = { message, live };
    this.#weight = undefined;
    this.used = performance.now();
    for (const listener of this.#listeners) listener();
  }

  /** Lets go of its words: only its outline stays. */
  sendAway(): void {
    this.set({ ...this.#value.message, parts: [], away: true }, false);
  }
}

/** Ids sort as they were made (DB-5), so order needs no clock. Returns a new array; an id that is there already is replaced. */
export function placeCell(cells: readonly MessageCell[], cell: MessageCell): MessageCell[] {
  const at = cells.findLastIndex((other) => other.id <= cell.id);
  const same = cells[at]?.id === cell.id;
  return [...cells.slice(0, same ? at : at + 1), cell, ...cells.slice(at + 1)];
}
