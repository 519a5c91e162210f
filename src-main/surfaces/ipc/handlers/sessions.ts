/** Sessions, drafts and what was said: the one door of the core (LY-2). */
import { type Door, done, type HandlersOf } from "../door";

export const sessionHandlers = ({ service }: Door): HandlersOf<"session" | "draft" | "history"> => ({
  "session.create": (input, { slot }) => service.create(input, slot),
  "session.list": (input) => service.list(input),
  "session.read": (input) => service.read(input),
  "session.messages": (input) => service.messages(input),
  "session.rename": (input) => service.rename(input),
  "session.pin": (input) => service.pin(input),
  "session.mark_unread": (input) => service.markUnread(input),
  "session.archive": (input) => service.archive(input),
  "session.unarchive": (input) => service.unarchive(input),
  "session.send": (input, { slot }) => service.send(input, slot),
  "session.abort": (input) => done(service.abort(input)),
  "session.resume": (input) => done(service.resume(input)),
  "session.status": (input) => service.status(input),
  "session.find": (input) => service.find(input),
  "session.usage": (input) => service.usage(input),
  "draft.save": (input, { slot }) => done(service.saveDraft(input, slot)),
  "draft.read": (input, { slot, open_slots }) => service.takeDraft(input, slot, open_slots),
  "history.list": (input) => service.history(input),
});
