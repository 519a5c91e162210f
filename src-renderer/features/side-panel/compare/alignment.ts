/**
 * Which turns of two conversations stand beside each other. They are counted from where the two part: turn 0 is the first after the fork,
 * turn -1 the last before it. Pure; positions are pixels from the top of what is scrolled.
 */

/** A message, oldest first. */
export interface Row {
  id: string;
  role: string;
}

export interface Turns {
  /** The first message of each turn. */
  starts: readonly string[];
  /** How many of them are before the fork. */
  before: number;
}

/** A turn begins with what its user says; what is not asked for, at the top or right after the fork, begins one too. */
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

/** The index of the turn that a message is in; -1 before all of them. */
export function turnWith({ starts }: Turns, id: string): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? "") <= id) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The room of a turn, in pixels from the top of the content. */
export interface Span {
  top: number;
  bottom: number;
}

/** A place in a turn, whatever its height. */
export interface Place {
  /** Counted from the fork. */
  turn: number;
  /** 0 at its top, 1 at its bottom. */
  fraction: number;
  /** Pixels above the first turn there is; else 0. */
  above: number;
}

/** Where `y` is. */
export function placeAt(y: number, { top, bottom }: Span, turn: number): Place {
  if (y < top) return { turn, fraction: 0, above: top - y };
  return { turn, fraction: bottom > top ? Math.min((y - top) / (bottom - top), 1) : 0, above: 0 };
}

/** Where that place is in a turn of another height. */
export const positionOf = ({ fraction, above }: Place, { top, bottom }: Span): number =>
  top + fraction * (bottom - top) - above;
