/** Ways back in a conversation, and the one undo. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const timelineHandlers = ({
  timeline,
  compare,
  undo,
}: IpcContext): HandlersOf<"timeline" | "undo"> => ({
  "timeline.rewind": (input, { slot }) => timeline.rewind(input, slot),
  "timeline.retry": (input) => timeline.retry(input),
  "timeline.unrewind": (input) => done(timeline.unrewind(input)),
  "timeline.read": (input) => compare.hidden(input),
  "undo.last": (input) => undo.last(input),
  "undo.list": (input) => undo.list(input),
});
