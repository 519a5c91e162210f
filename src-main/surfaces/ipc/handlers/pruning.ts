/** Outputs of tools that the model reads in part, or not at all. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const pruneHandlers = ({ pruning }: IpcContext): HandlersOf<"prune"> => ({
  "prune.plan": (input) => pruning.plan(input),
  "prune.do": (input) => pruning.freeUp(input),
  "prune.back": async (input) => done(await pruning.bringBack(input)),
});
