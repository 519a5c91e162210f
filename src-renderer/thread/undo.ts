/** Changes that this window makes and can take back (RW-7): the one undo waits for those that are under way. */

let underWay: Promise<unknown> = Promise.resolve();

/** Makes `work` the last change: an undo before the core has answered means this one. @throws what `work` throws */
export async function isTakenBackNext(work: () => Promise<unknown>): Promise<void> {
  const mine = work();
  underWay = Promise.allSettled([underWay, mine]);
  await mine;
}

/** Resolves when no such change is under way; never rejects. */
export const changesMade = (): Promise<unknown> => underWay;
