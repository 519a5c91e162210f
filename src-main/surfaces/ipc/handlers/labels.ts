/** Names on messages. */
import type { HandlersOf, IpcContext } from "../context";

export const labelHandlers = ({ labels }: IpcContext): HandlersOf<"label"> => ({
  "label.add": async (input) => ({ added: await labels.add(input) }),
  "label.remove": async (input) => ({ removed: await labels.remove(input) }),
  "label.rename": async (input) => ({ renamed: await labels.rename(input) }),
  "label.list": (input) => labels.list(input),
  "label.names": ({ limit }) => labels.names(limit),
  "label.messages": (input) => labels.messages(input),
});
