/** The one undo (RW-7): the last change of a session is taken back, whichever it was. */
import { call } from "../bridge";
import { t } from "../language/language";
import { showSession } from "./actions";
import { clearErrors, showDone } from "./app";
import { mainPane } from "./pane";
import { showAgain } from "./trash";
import { undoneWords } from "./undo-words";

/** Says what it was; where that is not seen here, with the way to see it. @throws CallError */
export async function undoChange(): Promise<void> {
  clearErrors();
  const { kind, session_id, title, aside } = await call("undo.last", {});
  const isSeen = showAgain(session_id) || mainPane.view.getState().session_id === session_id || aside;
  const show = { name: t("sessions:show"), run: () => showSession(session_id) };
  showDone({ words: undoneWords(kind, title), ...(isSeen ? {} : { action: show }) });
}
