/**
 * One message as the window holds it. A row of the conversation subscribes to its own cell, so a chunk wakes one row, however many there
 * are. A live message keeps its cell, and with it its row, when it settles. A cell that no row shows may hold its outline alone.
 */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";

export interface CellValue {
  message: StoredMessage;
  /** True while it is being written. */
  live: boolean;
}

/** Roughly the characters in a message's parts. */
function weigh({ parts }: StoredMessage): number {
  let total = 0;
  for (const part of parts) total += "text" in part ? part.text.length : JSON.stringify(part).length;
  return total;
}

export class MessageCell {
  readonly id: MessageId;
  /** Thoughts and calls that its reader has opened. They stay open even while no row is built. */
  readonly opened = new Set<string>();
  /** The last time at which a row began or ceased to show it, or its value was set, by the clock of the page. */
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

  /** True while a row shows it. */
  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  /** Characters that it holds; 0 while it is written, or away. */
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

  /** Drops its words: only the outline stays. */
  sendAway(): void {
    this.set({ ...this.#value.message, parts: [], away: true }, false);
  }
}

/**
 * Puts a cell into its place in a new array, or in the place of the one with its id. Ids sort in the order in which they were made (DB-5),
 * so no clock is needed.
 */
export function placeCell(cells: readonly MessageCell[], cell: MessageCell): MessageCell[] {
  const at = cells.findLastIndex((other) => other.id <= cell.id);
  const same = cells[at]?.id === cell.id;
  return [...cells.slice(0, same ? at : at + 1), cell, ...cells.slice(at + 1)];
}
