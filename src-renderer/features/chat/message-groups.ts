/**
 * Puts the rows of a conversation into groups, so that what a change costs in layout goes with the groups, not with the messages.
 * Pure, and stable: a group once made keeps its key, whatever comes before or after it, so no row is ever mounted anew.
 */
import type { MessageCell } from "../../state/message-cell";

export interface MessageGroup {
  /** The id from which on messages belong here; also its key. */
  start: string;
  cells: readonly MessageCell[];
}

const GROUP_SIZE = 50;

function same(a: readonly MessageCell[], b: readonly MessageCell[]): boolean {
  return a.length === b.length && a.every((cell, index) => cell === b[index]);
}

/** Cuts into groups of their own, each beginning with its first message. */
function cut(cells: readonly MessageCell[]): MessageGroup[] {
  const groups: MessageGroup[] = [];
  for (let at = 0; at < cells.length; at += GROUP_SIZE) {
    const part = cells.slice(at, at + GROUP_SIZE);
    groups.push({ start: part[0]?.id ?? "", cells: part });
  }
  return groups;
}

/** `cells` in order; `before` is what this function gave last time for the same session. */
export function groupCells(cells: readonly MessageCell[], before: readonly MessageGroup[]): MessageGroup[] {
  const firstStart = before[0]?.start;
  if (firstStart === undefined) return cut(cells);
  const known = cells.findIndex((cell) => cell.id >= firstStart);
  const groups = cut(known < 0 ? cells : cells.slice(0, known));
  let from = known < 0 ? cells.length : known;
  for (const [index, group] of before.entries()) {
    const nextStart = before[index + 1]?.start;
    const end = nextStart === undefined ? cells.length : cells.findIndex((cell) => cell.id >= nextStart);
    const own = cells.slice(from, end < 0 ? cells.length : end);
    from += own.length;
    // The last one takes what is appended, up to its size; the rest begins new ones.
    const kept = nextStart === undefined ? own.slice(0, Math.max(GROUP_SIZE, group.cells.length)) : own;
    groups.push(same(kept, group.cells) ? group : { start: group.start, cells: kept });
    groups.push(...cut(own.slice(kept.length)));
  }
  return groups;
}
