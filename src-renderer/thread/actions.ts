/** The user's actions: calls to the core, and the changes of view that follow. Each tells its failure. */
import type { Draft, DraftPlace } from "../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { say } from "../platform/announce";
import { appInfo, showInfo, takeInfo } from "../platform/app-info";
import { CallError, call } from "../platform/bridge";
import { t } from "../platform/language/language";
import { latest, unchanged } from "../platform/latest";
import { showList } from "../platform/layout";
import { clearErrors, reportError, showError } from "../platform/notices";
import { once } from "../platform/once";
import { namedModel } from "./model/current-model";
import { ask } from "./requests";
import { takeSession } from "./session-list";
import { takeShownAsText } from "./shown-as-text";
import { mainThread, type Thread } from "./thread";

const main = mainThread.shown;
const sessionView = mainThread.view;

/** Runs the action of a click, and shows its failure. */
export function doing(action: () => Promise<unknown>): void {
  action().catch(reportError);
}

export function showSession(session_id: SessionId): void {
  clearErrors();
  if (sessionView.getState().session_id === session_id) ask().uncoverMain();
  doing(() => main.open(session_id));
  doing(() => call("app.show", { session_id }));
}

async function showNewSession(workspace_root?: string): Promise<void> {
  clearErrors();
  if (!sessionView.getState().session_id) mainThread.focusComposer();
  const folder = workspace_root === undefined ? {} : { workspace_root };
  doing(() => call("app.show", { session_id: null, ...folder }));
  await main.openNew(workspace_root);
}

/** Shows a new session. Where the thread shows one already, the focus goes back to its composer. */
export function startNewSession(workspace_root?: string): void {
  doing(() => showNewSession(workspace_root));
}

/** Asks for a folder by the system's dialog, and shows a new session that will work in it. */
export function chooseFolder(): void {
  doing(() =>
    once("choose folder", async () => {
      const chosen = await call("workspace.choose", undefined);
      if (chosen !== null) await showNewSession(chosen.path);
    }),
  );
}

/** Shows a new session on the built-in model, with `question` ready to be sent. @throws CallError */
export async function askGuide(question: string): Promise<void> {
  await showNewSession();
  // The user may have gone to another session meanwhile: the question does not belong there.
  if (sessionView.getState().session_id !== null) return;
  mainThread.model.pick(appInfo.getState().info?.models.find(({ offline }) => offline)?.ref);
  sessionView.setState({ drafts: [{ place: { kind: "composer", session_id: null }, text: question }] });
}

/** The call that asks main which session to show. After a failure the next caller asks again. */
let asking: Promise<void> | undefined;

/** Resolves when the window knows which session it shows. @throws CallError */
export function ready(): Promise<void> {
  asking ??= askWhatToShow().catch((error: unknown) => {
    asking = undefined;
    throw error;
  });
  return asking;
}

async function askWhatToShow(): Promise<void> {
  const info = await call("app.info", undefined);
  takeInfo(info);
  takeShownAsText(info.shown_as_text);
  if (sessionView.getState().session_id !== undefined) return;
  const { open_session, workspace_root, not_opened } = info;
  if (not_opened !== undefined) sayNotOpened();
  doing(() => (open_session === undefined ? main.openNew(workspace_root) : main.open(open_session)));
}

/** Says that a session was not opened again, and shows the list to choose from. */
function sayNotOpened(): void {
  showList();
  showError({ code: "INTERNAL", message: t("common:not-opened.message"), hint: t("common:not-opened.hint") });
}

/**
 * Resolves to the message's session when the message is stored and its draft deleted (QU-2). Shows the session that was made for the
 * message, unless the thread shows something else by then. @throws CallError
 */
export async function send(
  thread: Thread,
  { text, attachments = [] }: Pick<Draft, "text" | "attachments">,
  draft: DraftPlace,
): Promise<SessionId> {
  const { session_id, workspace_root } = thread.view.getState();
  const isShown = unchanged(() => thread.view.getState().session_id);
  const { picked } = thread.model;
  const named = namedModel(thread);
  const model = named === undefined ? {} : { model: named };
  const said = { text, ...(attachments.length === 0 ? {} : { attachments }), ...model, draft };
  if (session_id) {
    // The core decides whether the message waits, because this window may not know the newest state (QU-1).
    const added = await call("session.send", { session_id, ...said });
    if ("queued" in added) say(t("queue:queued"));
    if (!isShown()) return session_id;
    if (thread.model.picked === picked) thread.model.pick(undefined);
    if ("sent" in added) thread.shown.noteSent();
    return session_id;
  }
  const workspace = workspace_root === undefined ? {} : { workspace_root };
  const { agent } = thread.model.store.getState();
  const chosen = agent === undefined ? {} : { agent };
  const { session } = await call("session.create", { ...said, ...workspace, ...chosen });
  if (isShown()) showSession(session.id);
  return session.id;
}

export async function stop(session_id: SessionId | null | undefined): Promise<void> {
  if (!session_id) return;
  try {
    await call("session.abort", { session_id });
  } catch (error) {
    // The turn ended by itself in the same moment, as the user wished.
    if (!(error instanceof CallError && error.code === "SESSION_NOT_RUNNING")) throw error;
  }
}

export async function resume(thread: Thread): Promise<void> {
  const { session_id, cells } = thread.view.getState();
  if (!session_id) return;
  // Named by the last message: the next answer can be continued before this window hears that the first call is done.
  await once(`go on ${cells.at(-1)?.id ?? session_id}`, () => call("session.resume", { session_id }));
}

export async function rename(session_id: SessionId, title: string): Promise<void> {
  takeSession(await call("session.rename", { session_id, title }));
}

export async function pin(session_id: SessionId, pinned: boolean): Promise<void> {
  takeSession(await call("session.pin", { session_id, pinned }));
}

export async function markUnread(session_id: SessionId, unread: boolean): Promise<void> {
  takeSession(await call("session.mark_unread", { session_id, unread }));
}

/** Archiving the current session shows a new one, because the list no longer has it. */
export async function setArchived(session_id: SessionId, archived: boolean): Promise<void> {
  clearErrors();
  const name = archived ? "session.archive" : "session.unarchive";
  takeSession(await call(name, { session_id }));
  if (archived && sessionView.getState().session_id === session_id) startNewSession();
}

const infos = latest();

/** Asks main anew for the app's facts, its models and its language. @throws CallError */
export async function refreshInfo(): Promise<void> {
  await infos(() => call("app.info", undefined), showInfo);
}

/** Called when the window is in front again. @throws CallError */
export const askAgain = (): Promise<void> => (asking === undefined ? ready() : refreshInfo());
