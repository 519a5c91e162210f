/** Summaries in the place of earlier turns. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const compactionHandlers = ({ compactions }: IpcContext): HandlersOf<"compaction"> => ({
  "compaction.start": (input) => done(compactions.start(input)),
  "compaction.cancel": (input) => done(compactions.cancel(input)),
  "compaction.undo": (input) => done(compactions.undo(input)),
  "compaction.edit": async (input) => done(await compactions.edit(input)),
  "compaction.again": (input) => done(compactions.again(input)),
  "compaction.turns": (input) => compactions.turnsOf(input),
});
