/** What has been asked of the core is not asked again while it is under way: the second press of two says the same. */

const underWay = new Map<string, Promise<unknown>>();

/** `what` names the deed and what it is done to. Resolves at once where it is being done already. @throws what `work` throws */
export async function once(what: string, work: () => Promise<unknown>): Promise<void> {
  if (underWay.has(what)) return;
  const deed = work();
  underWay.set(what, deed);
  try {
    await deed;
  } finally {
    underWay.delete(what);
  }
}

/** Resolves when it is done or has failed; at once where nobody does it. */
export async function whenOver(what: string): Promise<void> {
  await underWay.get(what)?.catch(() => undefined);
}
