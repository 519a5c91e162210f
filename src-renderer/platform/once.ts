/** Does not repeat a request to the core while it is under way: the second press of two means the same. */

const underWay = new Set<string>();

/** `what` names the action and its object. Resolves at once if that action is under way. @throws what `work` throws */
export async function once(what: string, work: () => Promise<unknown>): Promise<void> {
  if (underWay.has(what)) return;
  underWay.add(what);
  try {
    await work();
  } finally {
    underWay.delete(what);
  }
}
