/**
 * The window's one way to drop answers that have been overtaken. An answer is late when a newer question was asked, when its subject has
 * changed since, or when the asker has dropped it. Its failure is dropped too: the newer question tells its own. What asks one question at
 * a time and the newest one next (`find-state.ts`, `session-finder.ts`) is overtaken by no question of its own.
 */

/** Returns true while an answer is still wanted. */
export type IsWanted = () => boolean;

export interface Latest {
  /**
   * Asks, and hands the answer to `take` if it is still wanted. Resolves to true if it was.
   * @throws what `ask` throws, if the answer is still wanted
   */
  <T>(ask: (isWanted: IsWanted) => Promise<T>, take: (answer: T) => void): Promise<boolean>;
  /** Drops all earlier questions. */
  drop(): void;
}

/** Returns a function that returns true while `about` returns the same value as now. */
export function unchanged(about: () => unknown): IsWanted {
  const before = about();
  return () => Object.is(about(), before);
}

/** For one kind of question. `about` gives the subject of its answers, compared by identity; without it the subject never changes. */
export function latest(about: () => unknown = () => undefined): Latest {
  let newest = 0;
  async function askLatest<T>(
    ask: (isWanted: IsWanted) => Promise<T>,
    take: (answer: T) => void,
  ): Promise<boolean> {
    newest += 1;
    const mine = newest;
    const isSame = unchanged(about);
    const isWanted = () => mine === newest && isSame();
    try {
      const answer = await ask(isWanted);
      if (!isWanted()) return false;
      take(answer);
      return true;
    } catch (error) {
      if (isWanted()) throw error;
      return false;
    }
  }
  const drop = () => {
    newest += 1;
  };
  return Object.assign(askLatest, { drop });
}
