/** Names on messages. */
import type { HandlersOf, IpcContext } from "../context";

export const labelHandlers = ({ labels }: IpcContext): HandlersOf<"label"> => ({
  "label.add": (input) => ({ added: labels.add(input) }),
  "label.remove": (input) => ({ removed: labels.remove(input) }),
  "label.rename": (input) => ({ renamed: labels.rename(input) }),
  "label.list": (input) => labels.list(input),
  "label.names": ({ limit }) => labels.names(limit),
  "label.messages": (input) => labels.messages(input),
});
