/** Messages that wait (QU-1). */
import { type Door, done, type HandlersOf } from "../door";

export const queueHandlers = ({ sessions: { queue } }: Door): HandlersOf<"queue"> => ({
  "queue.add": (input, { slot }) => queue.add(input, slot),
  "queue.read": (input) => queue.read(input),
  "queue.edit": (input) => queue.edit(input),
  "queue.remove": (input) => done(queue.remove(input)),
  "queue.clear": (input) => done(queue.clear(input)),
  "queue.resume": (input) => done(queue.resume(input)),
});
