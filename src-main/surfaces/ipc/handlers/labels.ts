/** Names on messages. */
import type { HandlersOf, IpcContext } from "../context";

export const labelHandlers = ({ labels }: IpcContext): HandlersOf<"label"> => ({
  "label.add": async (input) => ({ added: await (await labels()).add(input) }),
  "label.remove": async (input) => ({ removed: await (await labels()).remove(input) }),
  "label.rename": async (input) => (await labels()).rename(input),
  "label.undo_rename": async ({ change }) => ({ restored: await (await labels()).undoRename(change) }),
  "label.list": async (input) => (await labels()).list(input),
  "label.names": async ({ limit }) => (await labels()).names(limit),
  "label.messages": async (input) => (await labels()).messages(input),
  "label.places": async (input) => (await labels()).places(input),
});
