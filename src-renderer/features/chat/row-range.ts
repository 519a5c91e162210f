/** Which rows of a conversation are built: those in sight, some screens around them, and a few that must be there wherever they stand. */

/** CSS pixels before and after the view, of which the rows are built. */
export const AROUND = 1_600;

export interface InSight {
  /** Indices of the first and the last row in sight. */
  first: number;
  last: number;
  count: number;
  /** CSS pixels. */
  heightOf(index: number): number;
  /** Indices of rows that are built wherever they stand; those that are no index are passed over. */
  pinned: readonly number[];
}

/** Indices, in order. */
export function rowsToBuild({ first, last, count, heightOf, pinned }: InSight): number[] {
  let from = first;
  for (let room = AROUND; from > 0 && room > 0; room -= heightOf(from)) from -= 1;
  let to = last;
  for (let room = AROUND; to < count - 1 && room > 0; room -= heightOf(to)) to += 1;
  const built = Array.from({ length: Math.max(0, Math.min(to, count - 1) - from + 1) }, (_, at) => from + at);
  const further = pinned.filter((index) => index >= 0 && index < count && (index < from || index > to));
  return [...new Set([...further, ...built])].sort((a, b) => a - b);
}

/** Guesses how high a row is that was never built: as high as those like it were, on average. A guess once given stays. */
export class HeightGuess {
  readonly #seen = new Map<string, { rows: number; height: number }>();
  readonly #given = new Map<string, number>();

  note(kind: string, height: number): void {
    const { rows, height: before } = this.#seen.get(kind) ?? { rows: 0, height: 0 };
    this.#seen.set(kind, { rows: rows + 1, height: before + height });
  }

  /** CSS pixels. `otherwise`: where none of its kind was seen. */
  of(id: string, kind: string, otherwise: number): number {
    const seen = this.#seen.get(kind);
    const given = this.#given.get(id) ?? (seen ? Math.round(seen.height / seen.rows) : otherwise);
    this.#given.set(id, given);
    return given;
  }
}
