/** A summary takes the place of earlier messages (CP-3) among those that the window has loaded. Pure. */

import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { MessagePage, StoredMessage } from "../../../src-preload/contract/domain/messages";
import { MessageCell } from "./message-cell";

interface Loaded {
  cells: readonly MessageCell[];
  /** Earlier messages exist. */
  more: boolean;
}

/**
 * Drops the messages before the summary, and puts it first. Where messages between the two are not loaded, the summary comes with the page
 * that has them.
 */
export function summarised({ cells, more }: Loaded, summary: StoredMessage): Loaded {
  const kept = cells.filter(({ id }) => id > summary.id);
  const tail = compactionOf(summary)?.tail_start_id ?? summary.id;
  const [first] = cells;
  const isWhole = !more || (first !== undefined && (first.id < summary.id || first.id <= tail));
  return isWhole ? { cells: [new MessageCell(summary), ...kept], more: false } : { cells: kept, more };
}

/** Mends a page that was asked for before the summary was known: nothing stands before the summary. */
export function fromSummary(page: MessagePage, summary: StoredMessage | undefined): MessagePage {
  const [first] = page.messages;
  if (summary === undefined || first === undefined || first.id >= summary.id) return page;
  return { messages: [summary, ...page.messages.filter(({ id }) => id > summary.id)], more: false };
}
