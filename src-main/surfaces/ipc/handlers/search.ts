/** The search over all sessions. */
import type { HandlersOf, IpcContext } from "../context";

export const searchHandlers = ({ search }: IpcContext): HandlersOf<"search"> => ({
  "search.find": (input) => search.find(input),
});
