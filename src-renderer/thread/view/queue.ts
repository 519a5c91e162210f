/** The messages that wait in a session (QU-1): the snapshot's queue, and each change since. */
import type { Queue, QueueChange } from "../../../src-preload/contract/domain/queue";

/** Applies a change. Unchanged items stay the same objects. */
export function withChange(queue: Queue, change: QueueChange): Queue {
  const { items } = queue;
  switch (change.kind) {
    case "put": {
      const at = items.findIndex(({ id }) => id === change.item.id);
      return { ...queue, items: at < 0 ? [...items, change.item] : items.with(at, change.item) };
    }
    case "put-back":
      return { ...queue, items: [...items, ...change.items].sort((a, b) => (a.id < b.id ? -1 : 1)) };
    case "removed":
      return { ...queue, items: items.filter(({ id }) => id !== change.id) };
    case "cleared":
      return { items: [] };
    case "paused":
      return { items, ...(change.pause === undefined ? {} : { paused: change.pause }) };
  }
}
