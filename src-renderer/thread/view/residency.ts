/**
 * Decides which messages of a session the window holds with their words, and which as outlines alone. Words are fetched when a row shows a
 * message, and dropped again when others are wanted, so that a day's work costs the window no more than a page of it.
 */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { MessageCell } from "./message-cell";

/** The most messages, and characters in them, that are held although no row shows them. */
const MOST_MESSAGES = 200;
const MOST_CHARACTERS = 4_000_000;
/** The newest messages keep their words, because commands use them. */
const NEWEST = 16;
/**
 * The most messages of one call; the most outlines between two wanted ones that are fetched with them; the most outlines beside a run that
 * are.
 */
const LONGEST_RUN = 50;
const SMALL_GAP = 4;
const AHEAD = 16;

/** Drops the words that were unused for longest, until the rest is within the bounds. */
export function trimCells(cells: readonly MessageCell[]): void {
  let [messages, characters] = [0, 0];
  const free: MessageCell[] = [];
  for (const [at, cell] of cells.entries()) {
    const { message, live } = cell.get();
    if (live || message.away || cell.isShown) continue;
    messages += 1;
    characters += cell.weight;
    if (at < cells.length - NEWEST && !message.unreadable) free.push(cell);
  }
  if (messages <= MOST_MESSAGES && characters <= MOST_CHARACTERS) return;
  free.sort((a, b) => a.used - b.used);
  for (const cell of free) {
    if (messages <= MOST_MESSAGES && characters <= MOST_CHARACTERS) return;
    messages -= 1;
    characters -= cell.weight;
    cell.sendAway();
  }
}

/** Groups `wanted` into runs of neighbours in `cells`: from the first of each to its last, both included. */
export function runsOf(
  cells: readonly MessageCell[],
  wanted: ReadonlySet<MessageCell>,
): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const [at, cell] of cells.entries()) {
    if (!wanted.has(cell)) continue;
    const last = runs.at(-1);
    if (last !== undefined && at - last.to <= SMALL_GAP && at - last.from < LONGEST_RUN) last.to = at;
    else runs.push({ from: at, to: at });
  }
  return runs;
}

/** Widens a run by the outlines on both sides: the reader comes to them next, and finds their words loaded. */
function withNeighbours(
  cells: readonly MessageCell[],
  run: { from: number; to: number },
): { from: number; to: number } {
  let { from, to } = run;
  while (run.from - from < AHEAD && cells[from - 1]?.get().message.away) from -= 1;
  while (to - run.to < AHEAD && cells[to + 1]?.get().message.away) to += 1;
  return { from, to };
}

/** Reads the last `limit` messages before `before`, or of all. */
export type ReadPage = (before: MessageId | undefined, limit: number) => Promise<readonly StoredMessage[]>;

/** Fetches the words that rows want, many with one call. */
export class Fetcher {
  readonly #read: ReadPage;
  readonly #cells: () => readonly MessageCell[];
  readonly #wanted = new Set<MessageCell>();
  #fetching: Promise<void> | undefined;

  constructor(cells: () => readonly MessageCell[], read: ReadPage) {
    this.#cells = cells;
    this.#read = read;
  }

  /** Resolves when all wanted messages are there, or gone from the conversation. @throws CallError */
  async fetch(cells: Iterable<MessageCell>): Promise<void> {
    for (const cell of cells) if (cell.get().message.away) this.#wanted.add(cell);
    while (this.#wanted.size > 0) {
      this.#fetching ??= this.#fetchNext().finally(() => {
        this.#fetching = undefined;
      });
      await this.#fetching;
    }
    trimCells(this.#cells());
  }

  async #fetchNext(): Promise<void> {
    // Rows are built together: one call fetches everything that one frame wants.
    await Promise.resolve();
    const cells = this.#cells();
    const [wanted] = runsOf(cells, this.#wanted);
    if (wanted === undefined) return this.#wanted.clear();
    const run = withNeighbours(cells, wanted);
    const own = cells.slice(run.from, run.to + 1);
    try {
      const messages = await this.#read(cells[run.to + 1]?.id, own.length);
      const came = this.#take(own, new Map(messages.map((message) => [message.id, message])));
      // A page ends early where it has become large, and the next call brings the rest. Messages that never come have left the
      // conversation.
      for (const cell of came.size > 0 ? came : own) this.#wanted.delete(cell);
    } catch (error) {
      for (const cell of own) this.#wanted.delete(cell);
      throw error;
    }
  }

  /** Puts words into the cells of `own` that are among the messages, and returns those cells. */
  #take(own: readonly MessageCell[], messages: ReadonlyMap<MessageId, StoredMessage>): Set<MessageCell> {
    const came = new Set<MessageCell>();
    for (const cell of own) {
      const message = messages.get(cell.id);
      if (message === undefined) continue;
      came.add(cell);
      if (cell.get().message.away) cell.set(message, false);
    }
    return came;
  }
}
