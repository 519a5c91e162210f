/**
 * The way to a message out of view: a conversation builds only the rows around the view. Code that needs the element of a message asks
 * here.
 */
import { flushSync } from "react-dom";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { perThread } from "../per-thread";
import type { Thread } from "../thread";

interface BuiltRows {
  /** Rows that are built wherever they stand: the last ones that somebody asked for. */
  pinned: readonly MessageId[];
  /** CSS pixels from the top of the scrolled content to that of a row, built or not; undefined where there is no such row. */
  topOf: (id: MessageId) => number | undefined;
}

const MOST_PINNED = 3;

export const builtRows = perThread<BuiltRows>(() => ({ pinned: [], topOf: () => undefined }));

/** Has the next rendering build the row of a message. */
export function pin(thread: Thread, id: MessageId): void {
  const { pinned } = builtRows(thread).getState();
  if (pinned.at(-1) === id) return;
  builtRows(thread).setState({ pinned: [...pinned.filter((other) => other !== id), id].slice(-MOST_PINNED) });
}

/** The element of a loaded message; builds its row if need be. Must not be called while React renders. */
export function articleOf(thread: Thread, id: MessageId): HTMLElement | undefined {
  const built = thread.article(id);
  if (built !== undefined || !thread.view.getState().cells.some((cell) => cell.id === id)) return built;
  flushSync(() => pin(thread, id));
  return thread.article(id);
}

/** The top of a message's row in the scrolled content, in CSS pixels; a guess where rows before it were never built. */
export const topOfRow = (thread: Thread, id: MessageId): number | undefined =>
  builtRows(thread).getState().topOf(id);
