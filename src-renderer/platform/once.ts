/** A request of the core is not repeated while it is under way: the second press of two says the same. */

const underWay = new Set<string>();

/** `what` names the deed and what it is done to. Resolves at once where it is being done already. @throws what `work` throws */
export async function once(what: string, work: () => Promise<unknown>): Promise<void> {
  if (underWay.has(what)) return;
  underWay.add(what);
  try {
    await work();
  } finally {
    underWay.delete(what);
  }
}
