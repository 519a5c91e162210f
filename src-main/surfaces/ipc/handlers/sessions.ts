/** Sessions, their turns, drafts, and the user's earlier words. */
import { t } from "../../../language/language";
import { done, type HandlersOf, type IpcContext } from "../context";

export const sessionHandlers = ({
  sessions,
  turns,
  queue,
  readState,
  drafts,
  shell,
}: IpcContext): HandlersOf<"session" | "draft" | "history"> => ({
  // A window's slot is the writer of its drafts: the core knows no windows.
  "session.create": (input, { slot }) => sessions.create({ ...input, untitled: t("session.untitled") }, slot),
  "session.list": (input) => sessions.list(input),
  "session.read": (input) => sessions.read(input),
  "session.messages": (input) => sessions.messages(input),
  "session.outline": (input) => sessions.outline(input),
  "session.rename": (input) => sessions.rename(input),
  "session.pin": (input) => readState.pin(input),
  "session.mark_unread": (input) => readState.markUnread(input),
  "session.archive": (input) => sessions.archive(input),
  "session.unarchive": (input) => sessions.unarchive(input),
  "session.send": (input, { slot }) => queue.send(input, slot),
  "session.abort": (input) => done(turns.abort(input)),
  "session.resume": (input) => done(turns.resume(input)),
  "session.status": (input) => sessions.status(input),
  "session.find": (input) => sessions.find(input),
  "session.copy": async (input) =>
    done(shell.copy(await sessions.text(input, { user: t("copy.you"), assistant: t("copy.assistant") }))),
  "session.usage": (input) => sessions.usage(input),
  "draft.save": (input, { slot }) => done(drafts.save(input, slot)),
  "draft.read": (input, { slot, open_slots }) => drafts.read(input.session_id, slot, open_slots),
  "history.list": (input) => sessions.history(input),
});
