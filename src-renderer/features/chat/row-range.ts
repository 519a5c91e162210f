/** Chooses the rows of a conversation to build: those in sight, some screens around them, and a few that are always built. */

/** The CSS pixels before and after the view in which rows are built. */
export const AROUND = 1_600;

export interface InSight {
  /** The indices of the first and the last row in sight. */
  first: number;
  last: number;
  count: number;
  /** Returns CSS pixels. */
  heightOf(index: number): number;
  /** The indices of rows that are always built. Numbers that are no index are ignored. */
  pinned: readonly number[];
}

/** Returns indices in order. */
export function rowsToBuild({ first, last, count, heightOf, pinned }: InSight): number[] {
  let from = first;
  for (let room = AROUND; from > 0 && room > 0; room -= heightOf(from)) from -= 1;
  let to = last;
  for (let room = AROUND; to < count - 1 && room > 0; room -= heightOf(to)) to += 1;
  const built = Array.from({ length: Math.max(0, Math.min(to, count - 1) - from + 1) }, (_, at) => from + at);
  const further = pinned.filter((index) => index >= 0 && index < count && (index < from || index > to));
  return [...new Set([...further, ...built])].sort((a, b) => a - b);
}

/** Guesses the height of a row that was never built: the average of its kind so far. A guess once given stays. */
export class HeightGuess {
  readonly #seen = new Map<string, { rows: number; height: number }>();
  readonly #given = new Map<string, number>();

  note(kind: string, height: number): void {
    const { rows, height: before } = this.#seen.get(kind) ?? { rows: 0, height: 0 };
    this.#seen.set(kind, { rows: rows + 1, height: before + height });
  }

  /** Returns CSS pixels. `otherwise`: the answer if none of its kind was seen. */
  of(id: string, kind: string, otherwise: number): number {
    const seen = this.#seen.get(kind);
    const given = this.#given.get(id) ?? (seen ? Math.round(seen.height / seen.rows) : otherwise);
    this.#given.set(id, given);
    return given;
  }
}
