/**
 * Matches the turns of two conversations. Turns are counted from the place where the two part: turn 0 is the first after the fork, turn -1
 * the last before it. Pure; positions are pixels from the top of the scrolled content.
 */

/** A message. Rows are ordered from the oldest on. */
export interface Row {
  id: string;
  role: string;
}

export interface Turns {
  /** The first message of each turn. */
  starts: readonly string[];
  /** The number of turns before the fork. */
  before: number;
}

/**
 * Divides messages into turns. A turn begins with a message of the user. An answer that nobody asked for, at the top or right after the
 * fork, begins one too.
 */
export function turnsOf(rows: readonly Row[], fork: string | undefined): Turns {
  const starts: string[] = [];
  let before = 0;
  let previous: string | undefined;
  for (const { id, role } of rows) {
    const isBefore = fork !== undefined && id <= fork;
    const parts = previous === undefined || (!isBefore && previous <= (fork ?? ""));
    if (role === "user" || parts) {
      starts.push(id);
      if (isBefore) before += 1;
    }
    previous = id;
  }
  return { starts, before };
}

/** Returns the index of the turn with a message; -1 before all turns. */
export function turnWith({ starts }: Turns, id: string): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? "") <= id) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The extent of a turn, in pixels from the top of the content. */
export interface Span {
  top: number;
  bottom: number;
}

/** A place in a turn, independent of its height. */
export interface Place {
  /** Counted from the fork. */
  turn: number;
  /** 0 at the top of the turn, 1 at its bottom. */
  fraction: number;
  /** The pixels above the first turn of all; else 0. */
  above: number;
}

/** Returns the place of the position `y`. */
export function placeAt(y: number, { top, bottom }: Span, turn: number): Place {
  if (y < top) return { turn, fraction: 0, above: top - y };
  return { turn, fraction: bottom > top ? Math.min((y - top) / (bottom - top), 1) : 0, above: 0 };
}

/** Returns the position of a place in a turn of another height. */
export const positionOf = ({ fraction, above }: Place, { top, bottom }: Span): number =>
  top + fraction * (bottom - top) - above;
