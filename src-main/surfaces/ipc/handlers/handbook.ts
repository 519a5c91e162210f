/** The handbook. */
import type { HandlersOf, IpcContext } from "../context";

export const handbookHandlers = ({ handbook }: IpcContext): HandlersOf<"handbook"> => ({
  "handbook.read": () => handbook.read(),
});
