/** Going back in a conversation, and the one undo. */
import { type Door, done, type HandlersOf } from "../door";

export const timelineHandlers = ({ sessions }: Door): HandlersOf<"timeline" | "undo"> => ({
  "timeline.rewind": (input, { slot }) => sessions.rewind(input, slot),
  "timeline.retry": (input) => sessions.retry(input),
  "timeline.unrewind": (input) => done(sessions.unrewind(input)),
  "timeline.read": (input) => sessions.sideBySide.hidden(input),
  "undo.last": (input) => sessions.undo(input),
  "undo.list": (input) => sessions.undoEntries(input),
});
