/**
 * Answers that have been overtaken are dropped here, and nowhere else. An answer is late when a newer question was asked, when what it is
 * about has changed since, or when the asker has dropped it. Its failure is dropped with it: the newer question tells its own.
 */

/** Says whether an answer is still wanted. */
export type IsWanted = () => boolean;

export interface Latest {
  /**
   * Asks, and hands the answer to `take` while it is wanted. Resolves with whether it was taken.
   * @throws what `ask` throws, while the answer is wanted
   */
  <T>(ask: (isWanted: IsWanted) => Promise<T>, take: (answer: T) => void): Promise<boolean>;
  /** Nothing that was asked so far is wanted any more. */
  drop(): void;
}

/** Begins now: true for as long as `about` gives what it gives now. */
export function unchanged(about: () => unknown): IsWanted {
  const before = about();
  return () => Object.is(about(), before);
}

/** For one kind of question. `about` gives what its answers are about, compared by identity; without it, they are always about the same. */
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
