/** The one undo (RW-7): the last change is taken back, in whichever session it was made, and wherever the focus is. */
import { call } from "../bridge";
import { t } from "../language/language";
import { doing, showSession } from "./actions";
import { appView, clearErrors, showDone } from "./app";
import { showAside } from "./asides";
import { besidePane, mainPane } from "./pane";
import { showAgain } from "./trash";
import { undoneWords } from "./undo-words";

/** What the window takes back by itself, and what is not done yet. */
let underWay: Promise<unknown> = Promise.resolve();

/** It will be the last change: who undoes before the core has answered means this one. @throws what `work` throws */
export async function isTakenBackNext(work: () => Promise<unknown>): Promise<void> {
  const mine = work();
  underWay = Promise.allSettled([underWay, mine]);
  await mine;
}

/** Says what it was; where that is not seen here, with the way to see it. @throws CallError */
export async function undoChange(): Promise<void> {
  await underWay;
  const { done } = appView.getState();
  if (done?.undoes) return done.action?.run();
  clearErrors();
  const { kind, session_id, title, beside_id } = await call("undo.last", {});
  const isShown = [mainPane, besidePane].some(({ view }) => view.getState().session_id === session_id);
  const isSeen = showAgain(session_id) || isShown;
  const run = () =>
    beside_id === undefined ? showSession(session_id) : doing(() => showAside({ id: session_id, beside_id }));
  const show = { name: t("sessions:show"), run };
  showDone({ words: undoneWords(kind, title), ...(isSeen ? {} : { action: show }) });
}
