/** Files that turns changed, and the way back. */
import type { HandlersOf, IpcContext } from "../context";

export const changesHandlers = ({ changes }: IpcContext): HandlersOf<"changes"> => ({
  "changes.count": (input) => changes.count(input),
  "changes.list": (input) => changes.list(input),
  "changes.diff": (input) => changes.diff(input),
  "changes.restore": (input) => changes.restore(input),
  "changes.undo_restore": (input) => changes.undoRestore(input),
});
