/** Starts the window, and handles the news that main sends it from then on. */
import type { Recovery } from "../../src-preload/contract/domain/storage";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import type { CommandId } from "../../src-preload/contract/window/commands";
import { enterPanel, leavePanel, sidePanel } from "../features/side-panel/panel";
import { shownIn } from "../features/side-panel/panel-state";
import { closeCompared } from "../features/side-panel/sidecar-compare";
import { showSidecar } from "../features/side-panel/sidecars";
import { takeRecovery } from "../platform/app-info";
import { onAppEvent } from "../platform/bridge";
import { closeDialog } from "../platform/dialogs";
import { closeOverlay } from "../platform/layout";
import { showError, takeSettingsProblems, takeTrashLeft } from "../platform/notices";
import { askAgain, doing, ready, refreshInfo, showSession, startNewSession } from "../thread/actions";
import { watchBranchLinks } from "../thread/branch-links";
import {
  loadFailedSessions,
  loadSessions,
  reloadSessions,
  takeSession,
  takeSessionState,
} from "../thread/session-list";
import { takeShownAsText } from "../thread/shown-as-text";
import { comparedThread, mainThread, sideThread } from "../thread/thread";
import { warmUp } from "../thread/view/session-view";
import { followReading } from "./mark-read";
import { takeRemoval } from "./removal";

type Asked = Extract<AppEvent, { type: "show-session" }>;

function takeRecoveryNews(recovery: Recovery | undefined): void {
  takeRecovery(recovery);
  // A recovery brings other sessions.
  if (recovery?.state.is === "done") doing(reloadSessions);
}

/** Shows a session that was asked for outside of this page, where it may be shown already and covered. */
function showAsked({ session_id, sidecar_id, workspace_root }: Asked): void {
  closeDialog();
  closeOverlay();
  if (session_id === null) return startNewSession(workspace_root);
  if (sidecar_id !== undefined) return doing(() => showSidecar({ id: sidecar_id, main_id: session_id }));
  const shown = shownIn(sidePanel.getState());
  if (shown?.kind === "session" && shown.session_id === session_id) return enterPanel();
  closeCompared("main");
  leavePanel();
  if (mainThread.view.getState().session_id !== session_id) showSession(session_id);
}

function takeChange({ session, above }: Extract<AppEvent, { type: "session-changed" }>): void {
  takeSession(session, above);
  // A session that could be stored tells that the store answers.
  void loadFailedSessions();
}

function takeAppEvent(event: AppEvent): void {
  if (event.type === "session-changed") takeChange(event);
  else if (event.type === "sessions-removed") takeRemoval(event.session_ids);
  else if (event.type === "sessions-arrived") doing(reloadSessions);
  else if (event.type === "trash-left") takeTrashLeft(event.session_id);
  else if (event.type === "status-changed") takeSessionState(event.session_id, event.status.state);
  else if (event.type === "command") runs(event.command);
  else if (event.type === "shown-as-text") takeShownAsText(event.sessions);
  else if (event.type === "background-error") showError(event.error);
  else if (event.type === "recovery-changed") takeRecoveryNews(event.recovery ?? undefined);
  else if (event.type === "settings-changed") {
    takeSettingsProblems(event.problems);
    // The models may have changed.
    doing(refreshInfo);
  } else if (event.type === "show-session") showAsked(event);
}

let runs: (command: CommandId) => void = () => undefined;

/** `run` runs a command that the menu chose. The app passes it in, because commands stand above the actions that they use. */
export function onCommand(run: (command: CommandId) => void): void {
  runs = run;
}

/** Called once, after the first paint: nothing here may delay the composer. */
export async function startWindow(): Promise<void> {
  onAppEvent(takeAppEvent);
  watchBranchLinks();
  followReading();
  // A user who has chosen a session wants to read it.
  mainThread.view.subscribe(({ session_id }, before) => {
    if (session_id !== before.session_id) closeOverlay();
  });
  doing(loadSessions);
  warmUp();
  doing(ready);
  window.addEventListener("pagehide", () => {
    for (const thread of [mainThread, sideThread, comparedThread]) thread.flush();
  });
  // The user may come back from an editor: asking main makes it look at settings.json, and news of changes follow.
  window.addEventListener("focus", () => {
    doing(askAgain);
    void loadFailedSessions();
  });
}
