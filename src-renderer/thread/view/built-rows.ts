/**
 * The way to a message that may be far away: of a conversation only the rows around the view are built. Whoever needs the element of a
 * message asks for it here.
 */
import { flushSync } from "react-dom";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { perThread } from "../per-thread";
import type { Thread } from "../thread";

interface BuiltRows {
  /** Rows that are built wherever they stand: the last ones that somebody asked for. */
  pinned: readonly MessageId[];
  /** CSS pixels from the top of what scrolls to that of a row, built or not; undefined where there is none. */
  topOf: (id: MessageId) => number | undefined;
}

const MOST_PINNED = 3;

export const builtRows = perThread<BuiltRows>(() => ({ pinned: [], topOf: () => undefined }));

/** Has the row of a message built with the next rendering. */
export function pin(thread: Thread, id: MessageId): void {
  const { pinned } = builtRows(thread).getState();
  if (pinned.at(-1) === id) return;
  builtRows(thread).setState({ pinned: [...pinned.filter((other) => other !== id), id].slice(-MOST_PINNED) });
}

/** The element of a message that the thread holds, built for this if need be. Not while React renders. */
export function articleOf(thread: Thread, id: MessageId): HTMLElement | undefined {
  const built = thread.article(id);
  if (built !== undefined || !thread.view.getState().cells.some((cell) => cell.id === id)) return built;
  flushSync(() => pin(thread, id));
  return thread.article(id);
}

/** Where the row of a message begins in what scrolls, in CSS pixels; a guess where rows before it were never built. */
export const topOfRow = (thread: Thread, id: MessageId): number | undefined =>
  builtRows(thread).getState().topOf(id);
