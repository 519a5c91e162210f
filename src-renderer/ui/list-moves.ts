/** Finds the row to which a key leads in a list. Pure. */

export interface ListPlace {
  at: number;
  /** The number of rows in view. */
  page: number;
  last: number;
}

/** Undefined for a key that does not move. */
export function moveTo(key: string, { at, page, last }: ListPlace): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: last,
    PageDown: at + page,
    PageUp: at - page,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(to, last));
}
