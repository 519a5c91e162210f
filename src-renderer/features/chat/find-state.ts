/**
 * The search in the session that is shown. Main searches the stored messages, loaded or not. The window searches newer messages and the
 * live one, by the same comparison.
 */

import { createStore } from "zustand/vanilla";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { countMatches, foldQuery } from "../../../src-preload/contract/domain/matching";
import type { FoundInSession } from "../../../src-preload/contract/domain/messages";
import { call } from "../../platform/bridge";
import { setFind } from "../../platform/dialogs";
import { unchanged } from "../../platform/latest";
import { reportError } from "../../platform/notices";
import { findableOf } from "../../thread/parts";
import { mainThread } from "../../thread/thread";

/** One match: the `nth` (from 0) in its message. */
export interface Match {
  message_id: MessageId;
  nth: number;
}

interface FindState {
  /** The query as the user wrote it. */
  text: string;
  /** The messages in order, each with its number of matches. */
  found: FoundInSession["matches"];
  /** True if more messages match than are listed. */
  more: boolean;
  /** True once main has answered for `text`. */
  answered: boolean;
  current: Match | undefined;
}

const NOTHING: FindState = { text: "", found: [], more: false, answered: false, current: undefined };

export const findView = createStore<FindState>(() => NOTHING);

/** Main's answer to the last query that was sent. */
let stored: FoundInSession = { matches: [], more: false };
let asking = false;
/** The place at which the last question began. */
let from = "";

/** Joins main's findings and those in messages that only the window knows, in order. */
function merged(): FoundInSession["matches"] {
  const { cells } = mainThread.view.getState();
  const needle = foldQuery(findView.getState().text);
  const { through = "" } = stored;
  const first = cells[0]?.id ?? "";
  const shown = new Set(cells.map(({ id }) => id));
  // A message that was hidden since then is not shown any more.
  const known = stored.matches.filter(({ message_id }) => message_id < first || shown.has(message_id));
  const counted = new Map(findView.getState().found.map(({ message_id, count }) => [message_id, count]));
  const local = new Set<MessageId>();
  const here = cells.flatMap((cell) => {
    const { message, live } = cell.get();
    if (!live && cell.id <= through) return [];
    local.add(cell.id);
    // Unloaded words have not changed since they were counted.
    const count = message.away
      ? (counted.get(cell.id) ?? 0)
      : countMatches(findableOf(message), message.role, needle);
    return count === 0 ? [] : [{ message_id: cell.id, count }];
  });
  return [...known.filter(({ message_id }) => !local.has(message_id)), ...here];
}

/** Updates the findings after a change in the window. */
export function refresh(): void {
  if (!findView.getState().answered) return;
  const found = merged();
  const { current, found: before } = findView.getState();
  const isThere = found.some(
    ({ message_id, count }) => message_id === current?.message_id && current.nth < count,
  );
  if (JSON.stringify(found) === JSON.stringify(before)) return;
  findView.setState({ found, current: isThere ? current : undefined });
}

/** Searches for `text`. The first match is the one at or after `top`, the message at the top of the view. */
export async function lookFor(text: string, top: string): Promise<void> {
  findView.setState({ ...NOTHING, text });
  from = top;
  if (asking) return;
  const { session_id } = mainThread.view.getState();
  if (!session_id || foldQuery(text) === "") return;
  asking = true;
  const isShown = unchanged(() => mainThread.view.getState().session_id);
  try {
    stored = await call("session.find", { session_id, text });
  } catch (error) {
    stored = { matches: [], more: false };
    reportError(error);
  } finally {
    asking = false;
  }
  const { text: wanted } = findView.getState();
  // The user has typed on, or gone to another session, so this answer is for another question.
  if (wanted !== text || !isShown()) return await lookFor(wanted, from);
  const found = merged();
  const first = found.find(({ message_id }) => message_id >= from);
  const last = found.at(-1);
  const current = first
    ? { message_id: first.message_id, nth: 0 }
    : last && { message_id: last.message_id, nth: last.count - 1 };
  findView.setState({ found, more: stored.more, answered: true, current });
}

export const totalFound = (found: FoundInSession["matches"]): number =>
  found.reduce((sum, { count }) => sum + count, 0);

/** Returns the number of the current match, counted from 1 in the order of the conversation; 0 if none is current. */
export function placeOfCurrent({ found, current }: Pick<FindState, "found" | "current">): number {
  let before = 0;
  for (const { message_id, count } of found) {
    if (message_id === current?.message_id) return before + current.nth + 1;
    before += count;
  }
  return 0;
}

/** Steps to the next or the previous match. After the last comes the first. */
export function step(by: -1 | 1): void {
  const { found, current } = findView.getState();
  const total = totalFound(found);
  if (total === 0) return;
  const place = placeOfCurrent({ found, current });
  let left = (place - 1 + by + total) % total;
  for (const { message_id, count } of found) {
    if (left < count) return findView.setState({ current: { message_id, nth: left } });
    left -= count;
  }
}

let textBox: HTMLInputElement | undefined;

/** Registers the text box of the open bar. Returns the function that takes it away. */
export function registerFindText(box: HTMLInputElement | null): () => void {
  textBox = box ?? undefined;
  return () => {
    textBox = undefined;
  };
}

/** Selects the searched text, if the bar is open. */
export function selectFindText(): void {
  textBox?.focus();
  textBox?.select();
}

export function closeFind(): void {
  stored = { matches: [], more: false };
  findView.setState(NOTHING);
  setFind(false);
}
