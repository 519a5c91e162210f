/** Prompts as they were sent. */
import type { HandlersOf, IpcContext } from "../context";

export const promptHandlers = ({ prompts }: IpcContext): HandlersOf<"prompt"> => ({
  "prompt.read": (input) => prompts.read(input),
});
