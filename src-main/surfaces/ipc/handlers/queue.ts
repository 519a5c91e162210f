/** Messages that wait (QU-1). */
import { done, type HandlersOf, type IpcContext } from "../context";

export const queueHandlers = ({ queue }: IpcContext): HandlersOf<"queue"> => ({
  "queue.read": (input) => queue.read(input),
  "queue.edit": (input, { slot }) => queue.edit(input, slot),
  "queue.remove": (input) => queue.remove(input),
  "queue.clear": (input) => queue.clear(input),
  "queue.put_back": (input) => done(queue.putBack(input)),
  "queue.resume": (input) => done(queue.resume(input)),
});
