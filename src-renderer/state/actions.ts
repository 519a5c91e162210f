/** What the user does: calls to the core, and the change of view that follows. Each says what failed. */
import type { AppEvent } from "../../src-preload/contract/bridge";
import type { Recovery } from "../../src-preload/contract/calls/storage";
import type { CommandId } from "../../src-preload/contract/commands";
import type { SessionId } from "../../src-preload/contract/ids";
import { CallError, call, onAppEvent } from "../bridge";
import {
  appView,
  clearErrors,
  reportError,
  showError,
  showInfo,
  takeInfo,
  takeRecovery,
  takeSettingsProblems,
} from "./app";
import { dropBeside } from "./beside";
import { mainPane, type Pane } from "./pane";
import { closeOverlay } from "./panes";
import { dropSession, loadSessions, reloadSessions, takeSession, takeSessionState } from "./session-list";
import { warmUp } from "./session-view";

const main = mainPane.shown;
const sessionView = mainPane.view;

/** Runs what a click began; what fails is shown, never thrown into the void. */
export function doing(action: () => Promise<unknown>): void {
  action().catch(reportError);
}

export function showSession(session_id: SessionId, made = false): void {
  clearErrors();
  doing(() => main.open(session_id, made));
  doing(() => call("app.show", { session_id }));
}

async function showNewSession(workspace_root?: string): Promise<void> {
  clearErrors();
  if (sessionView.getState().session_id === null) mainPane.focusComposer();
  const folder = workspace_root === undefined ? {} : { workspace_root };
  doing(() => call("app.show", { session_id: null, ...folder }));
  await main.openNew(workspace_root);
}

/** Where one is shown already, the focus goes back to its composer. */
export function startNewSession(workspace_root?: string): void {
  doing(() => showNewSession(workspace_root));
}

/** A session to be, on the built-in model, with `question` ready to be sent. @throws CallError */
export async function askGuide(question: string): Promise<void> {
  await showNewSession();
  mainPane.model.pick(appView.getState().info?.models.find(({ offline }) => offline)?.ref);
  sessionView.setState({ draft: { text: question } });
}

/** What the window shows once it has asked main; a call that failed is made anew by whoever needs it next. */
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
  if (sessionView.getState().session_id !== undefined) return;
  const { open_session, workspace_root } = info;
  doing(() => (open_session === undefined ? main.openNew(workspace_root) : main.open(open_session)));
}

/**
 * Resolves, with the session it is in, when the message is stored (QU-2) and its session is shown; `stored` is called in between,
 * before the pane moves on, and not where it has moved on already: what stands in the composer then is another session's.
 * @throws CallError
 */
export async function send(
  pane: Pane,
  text: string,
  stored: (session_id: SessionId) => void,
): Promise<SessionId> {
  clearErrors();
  const { session_id, workspace_root } = pane.view.getState();
  const isShown = () => pane.view.getState().session_id === session_id;
  const { picked } = pane.model;
  const model = picked === undefined ? {} : { model: picked };
  if (session_id) {
    await call("session.send", { session_id, text, ...model });
    if (!isShown()) return session_id;
    if (pane.model.picked === picked) pane.model.pick(undefined);
    stored(session_id);
    pane.shown.noteSent();
    return session_id;
  }
  const workspace = workspace_root === undefined ? {} : { workspace_root };
  const { session } = await call("session.create", { text, ...model, ...workspace });
  if (!isShown()) return session.id;
  stored(session.id);
  showSession(session.id, true);
  return session.id;
}

export async function stop(pane: Pane): Promise<void> {
  const { session_id } = pane.view.getState();
  if (!session_id) return;
  try {
    await call("session.abort", { session_id });
  } catch (error) {
    // It ended by itself in the same moment: that is what was asked for.
    if (!(error instanceof CallError && error.code === "SESSION_NOT_RUNNING")) throw error;
  }
}

export async function goOn(pane: Pane): Promise<void> {
  const { session_id } = pane.view.getState();
  if (session_id) await call("session.resume", { session_id });
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

/** Archiving the session at hand shows the next one: the picker no longer has it. */
export async function setArchived(session_id: SessionId, archived: boolean): Promise<void> {
  const name = archived ? "session.archive" : "session.unarchive";
  takeSession(await call(name, { session_id }));
  if (archived && sessionView.getState().session_id === session_id) startNewSession();
}

const refreshInfo = async () => showInfo(await call("app.info", undefined));

function takeRecoveryNews(recovery: Recovery | undefined): void {
  takeRecovery(recovery);
  // Other sessions are there now.
  if (recovery?.state.is === "done") doing(reloadSessions);
}

function takeRemoval(session_id: SessionId): void {
  dropSession(session_id);
  dropBeside(session_id);
  if (sessionView.getState().session_id === session_id) startNewSession();
}

function takeAppEvent(event: AppEvent): void {
  if (event.type === "session-changed") takeSession(event.session, event.above);
  else if (event.type === "session-removed") takeRemoval(event.session_id);
  else if (event.type === "status-changed") takeSessionState(event.session_id, event.status.state);
  else if (event.type === "command") runs(event.command);
  else if (event.type === "trouble") showError(event.error);
  else if (event.type === "recovery-changed") takeRecoveryNews(event.recovery ?? undefined);
  else if (event.type === "settings-changed") {
    takeSettingsProblems(event.problems);
    // The models may be others now.
    doing(refreshInfo);
  } else if (event.type === "show-session") {
    if (event.session_id === null) startNewSession(event.workspace_root);
    else showSession(event.session_id);
  }
}

let runs: (command: CommandId) => void = () => undefined;

/** What the menu chose is done by `run`: commands stand above the actions they use. */
export function onCommand(run: (command: CommandId) => void): void {
  runs = run;
}

/** Once, after the first paint: nothing of it may hold up the composer. */
export async function startWindow(): Promise<void> {
  onAppEvent(takeAppEvent);
  // Whoever has chosen a session wants to read it.
  sessionView.subscribe(({ session_id }, before) => {
    if (session_id !== before.session_id) closeOverlay();
  });
  doing(loadSessions);
  warmUp();
  doing(ready);
  // Whoever comes back from an editor sees what settings.json says now: looking at it finds out, and the news follow.
  window.addEventListener("focus", () =>
    doing(async () => (asking === undefined ? await ready() : await refreshInfo())),
  );
}
