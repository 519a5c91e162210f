/** Counts of the tokens that fill a model's window. */
import type { HandlersOf, IpcContext } from "../context";

export const contextHandlers = ({ context }: IpcContext): HandlersOf<"context"> => ({
  "context.read": (input, { slot }) => context.read(input, slot),
  "context.measure": (input, { slot }) => context.measure(input, slot),
});
