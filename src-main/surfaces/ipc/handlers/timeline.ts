/** Going back in a conversation, and the one undo. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const timelineHandlers = ({ sessions }: IpcContext): HandlersOf<"timeline" | "undo"> => ({
  "timeline.rewind": (input, { slot }) => sessions.rewind(input, slot),
  "timeline.retry": (input) => sessions.retry(input),
  "timeline.unrewind": (input) => done(sessions.unrewind(input)),
  "timeline.read": (input) => sessions.compare.hidden(input),
  "undo.last": (input) => sessions.undo(input),
  "undo.list": (input) => sessions.undoEntries(input),
});
