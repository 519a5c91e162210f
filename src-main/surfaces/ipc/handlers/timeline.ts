/** Ways back in a conversation, and the one undo. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const timelineHandlers = ({
  timeline,
  compare,
  undo,
}: IpcContext): HandlersOf<"timeline" | "undo"> => ({
  "timeline.rewind": ({ take_along, ...input }, { slot }) =>
    take_along === undefined ? timeline.rewind(input, slot) : timeline.leave({ ...input, take_along }, slot),
  "timeline.retry": (input) => timeline.retry(input),
  "timeline.unrewind": (input) => done(timeline.unrewind(input)),
  "timeline.take_out": (input) => done(timeline.takeOut(input)),
  "timeline.read": (input) => compare.hidden(input),
  "timeline.place": (input) => compare.place(input),
  "undo.last": (input) => undo.lastWhole(input),
  "undo.list": (input) => undo.list(input),
});
