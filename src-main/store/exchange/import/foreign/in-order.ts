/** Puts the messages of a tree into an order in which each branch stands in a row: parents first, the way to the last message last. */
import { Broken, because } from "../broken";

export interface InTree {
  id: string;
  /** Null for a first message. */
  parent: string | null;
  /** Milliseconds. */
  time: number | undefined;
}

/** Broken places of one conversation that are told. */
const MOST_TOLD = 20;

/** @param leaf names the last message that is shown; without it, the newest one. @throws Broken for a tree that is none */
export function inOrder<N extends InTree>(nodes: readonly N[], leaf?: string): N[] {
  const byId = new Map<string, N>();
  const broken: Broken[] = [];
  const tell = (one: Broken) => void (broken.length < MOST_TOLD && broken.push(one));
  for (const node of nodes) {
    if (byId.has(node.id)) tell(new Broken(because("twice", { id: node.id.slice(0, 40) })));
    byId.set(node.id, node);
  }
  for (const { parent } of nodes)
    if (parent !== null && !byId.has(parent)) tell(new Broken(because("no-parent")));
  const [first, ...more] = broken;
  if (first !== undefined) throw Object.assign(first, { more });
  const order = walked(nodes, wayTo(byId, leaf));
  // Nothing leads from a first message into a circle.
  if (order.length < nodes.length) throw new Broken(because("cycle"));
  return order;
}

function wayTo<N extends InTree>(byId: ReadonlyMap<string, N>, leaf: string | undefined): ReadonlySet<N> {
  let node = byId.get(leaf ?? "") ?? newest([...byId.values()]);
  const way = new Set<N>();
  while (node !== undefined && !way.has(node)) {
    way.add(node);
    node = node.parent === null ? undefined : byId.get(node.parent);
  }
  return way;
}

const newest = <N extends InTree>(nodes: readonly N[]): N | undefined =>
  nodes.reduce<N | undefined>(
    (best, node) => (best === undefined || (node.time ?? 0) >= (best.time ?? 0) ? node : best),
    undefined,
  );

function walked<N extends InTree>(nodes: readonly N[], way: ReadonlySet<N>): N[] {
  const under = new Map<string | null, N[]>();
  for (const node of nodes) {
    const children = under.get(node.parent);
    if (children === undefined) under.set(node.parent, [node]);
    else children.push(node);
  }
  const order: N[] = [];
  // The last of the stack comes next.
  const stack: N[] = [];
  const rank = (node: N) => (way.has(node) ? Number.MAX_VALUE : (node.time ?? 0));
  const push = (parent: string | null) => {
    // One by one: a call takes no million arguments.
    for (const child of (under.get(parent) ?? []).sort((a, b) => rank(a) - rank(b)).reverse())
      stack.push(child);
  };
  push(null);
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    order.push(node);
    push(node.id);
  }
  return order;
}
