/** The one undo (RW-7): takes the last change back, in whichever session it was made, and wherever the focus is. */

import { isSameSentence } from "../../src-preload/contract/domain/sentence";
import { sidePanel } from "../features/side-panel/panel";
import { shownIn } from "../features/side-panel/panel-state";
import { showSidecar } from "../features/side-panel/sidecars";
import { CallError, call } from "../platform/bridge";
import { t } from "../platform/language/language";
import { undoneWords } from "../platform/language/undo-words";
import { inWords } from "../platform/language/words";
import { clearErrors, notices, showDone } from "../platform/notices";
import { doing, showSession } from "../thread/actions";
import { mainThread } from "../thread/thread";
import { changesMade } from "../thread/undo";
import { showAgain } from "./removal";

/** Nothing has failed where there is nothing to undo, and nobody can do anything about it: a quiet line says so. */
const hasNothing = (error: unknown): error is CallError =>
  error instanceof CallError && isSameSentence(error.info.message, { key: "undo.nothing" });

/** Names the undone change, and offers the way to its session where that is not shown. @throws CallError */
export async function undoChange(): Promise<void> {
  await changesMade();
  const { done } = notices.getState();
  if (done?.undoes) return done.action?.run();
  clearErrors();
  const undone = await call("undo.last", {}).catch((error: unknown) => {
    if (hasNothing(error)) return error;
    throw error;
  });
  if (undone instanceof CallError) return showDone({ words: () => inWords(undone.info.message) });
  const { kind, session_id, main_id } = undone;
  const words = () => undoneWords(undone);
  if (kind === "import") return showDone({ words });
  // Looked up before `showAgain`, which puts a session that was read in the panel back there.
  const shown = [mainThread.view.getState(), shownIn(sidePanel.getState())];
  const isShown = shown.some((one) => one?.session_id === session_id);
  const isSeen = showAgain(session_id) || isShown;
  const run = () =>
    main_id === undefined ? showSession(session_id) : doing(() => showSidecar({ id: session_id, main_id }));
  const show = { name: () => t("sessions:show"), run };
  showDone({ words, ...(isSeen ? {} : { action: show }) });
}
