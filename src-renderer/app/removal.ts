/** Follows sessions into the trash and back (DB-10): decides what the window shows instead, and tells the user. */
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { shownSessions } from "../features/sessions/shown-sessions";
import { sidePanel, tell } from "../features/side-panel/panel";
import { comesBack, shownIn, sidecarIn } from "../features/side-panel/panel-state";
import { call } from "../platform/bridge";
import { t } from "../platform/language/language";
import { quoted } from "../platform/language/undo-words";
import { clearErrors, showDone } from "../platform/notices";
import { once } from "../platform/once";
import { doing, showSession, startNewSession } from "../thread/actions";
import { dropSessions, loadSessions, sessionList } from "../thread/session-list";
import { mainThread, sideThread, type Thread, takeFromField } from "../thread/thread";
import { isDialogInFront } from "../ui/front-dialog";

/** The deleted session, and the one shown instead, until the user goes elsewhere. */
let gone: { session_id: SessionId; instead: SessionId | null } | undefined;
/** Sessions that this window itself deletes, and whose deletion it tells itself. */
const own = new Set<SessionId>();

/** The next session in the list that is not among these, else the previous one. */
function nextOf(session_id: SessionId, gone: readonly SessionId[]): SessionId | undefined {
  const ids = shownSessions().map(({ session }) => session.id);
  const at = ids.indexOf(session_id);
  if (at < 0) return undefined;
  const stays = (id: SessionId) => !gone.includes(id);
  return ids.slice(at + 1).find(stays) ?? ids.slice(0, at).findLast(stays);
}

/** The title of a session. A sidecar is in no list of sessions, and is named by its first question (BR-4). */
function titleOf(session_id: SessionId): string {
  const sidecar = sidePanel.getState().sidecars.find(({ session }) => session.id === session_id);
  if (sidecar !== undefined) return sidecar.question ?? t("side-panel:sidecars.unasked");
  const { pinned, sessions } = sessionList.getState();
  const inThreads = [mainThread, sideThread].map(({ view }) => view.getState().view?.session);
  return [...inThreads, ...pinned, ...sessions].find((session) => session?.id === session_id)?.title ?? "";
}

/** Words the notice of a deletion. Called before the session leaves the window's lists, whose title the words keep. */
function wordsOfDeleted(session_id: SessionId): () => string {
  const { main, sidecars } = sidePanel.getState();
  const count = main === session_id ? sidecars.length : 0;
  const title = titleOf(session_id);
  return () =>
    count > 0
      ? t("sessions:trash.moved-with-sidecars", { title: quoted(title), count })
      : t("sessions:trash.moved", { title: quoted(title) });
}

function tellDeleted(session_id: SessionId, words: () => string): void {
  showDone({
    words,
    deleted: session_id,
    action: { name: () => t("sessions:undo"), run: () => doing(() => restoreDeleted(session_id)) },
  });
}

async function restoreDeleted(session_id: SessionId): Promise<void> {
  clearErrors();
  if (!isDialogInFront()) mainThread.focusComposer();
  await call("trash.restore", { session_id });
  showAgain(session_id);
}

/** Shows a restored session again, if this window has shown it and still shows its replacement. Returns true if it is shown. */
export function showAgain(session_id: SessionId): boolean {
  const was = gone;
  gone = undefined;
  if (comesBack(sidePanel.getState(), session_id)) return true;
  if (was?.session_id !== session_id || mainThread.view.getState().session_id !== was.instead) return false;
  showSession(session_id);
  return true;
}

/** The threads that show the session, or a sidecar of it. */
function threadsOf(session_id: SessionId): Thread[] {
  const shows = ({ view }: Thread) => view.getState().session_id === session_id;
  const isWithSidecar = shows(mainThread) && sidecarIn(sidePanel.getState()) !== undefined;
  return [mainThread, sideThread].filter(
    (thread) => shows(thread) || (thread === sideThread && isWithSidecar),
  );
}

/** Takes news of the app: this or another window has deleted these sessions. */
export function takeRemoval(session_ids: readonly SessionId[]): void {
  const { session_id: shown } = mainThread.view.getState();
  const beside = shownIn(sidePanel.getState())?.session_id;
  const left = session_ids.find((id) => id === shown);
  const seen = left ?? session_ids.find((id) => id === beside);
  // The words keep the title of a session that leaves the window's lists.
  const words = seen && wordsOfDeleted(seen);
  for (const id of session_ids) if (!own.has(id)) for (const thread of threadsOf(id)) takeFromField(thread);
  const next = left && nextOf(left, session_ids);
  dropSessions(session_ids);
  // Many removed sessions may be all that the list had loaded: it loads anew.
  if (session_ids.length > 1) doing(loadSessions);
  for (const session_id of session_ids) tell({ type: "removed", session_id });
  if (left !== undefined) {
    gone = { session_id: left, instead: next ?? null };
    if (next === undefined) startNewSession();
    else showSession(next);
  }
  if (seen !== undefined && words !== undefined && !session_ids.some((id) => own.has(id)))
    tellDeleted(seen, words);
}

/** Deletes without asking, because an undo is offered. @throws CallError */
export const deleteSession = (session_id: SessionId): Promise<void> =>
  once(`delete ${session_id}`, async () => {
    clearErrors();
    const words = wordsOfDeleted(session_id);
    own.add(session_id);
    try {
      await call("trash.put", { session_id });
      takeRemoval([session_id]);
      tellDeleted(session_id, words);
    } finally {
      own.delete(session_id);
    }
  });
