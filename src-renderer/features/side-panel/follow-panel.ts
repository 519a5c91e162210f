/** Turns the news around the side panel into its events, and attaches the sessions that stand in it. */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { reportError } from "../../platform/notices";
import { doing } from "../../thread/actions";
import { mainThread, sideThread, type Thread } from "../../thread/thread";
import type { SessionViewState } from "../../thread/view/session-view";
import { findForkAnew, forgetFork, showFork, showRead } from "./compare/compare";
import { leavePanel, sidePanel, tell, tellUnasked } from "./panel";
import {
  comparedIn,
  type Panel,
  type Read,
  type SidecarItem,
  type SummaryItem,
  shownIn,
  sidecarIn,
} from "./panel-state";
import { drawCompared } from "./sidecar-compare";
import { followSidecars, takeSidecars } from "./sidecars";
import { hiddenIn, takeShownSummary, turnsRead } from "./summary/open-summary";

function drawSidecar({ session_id, copied_through }: SidecarItem, was: Read | SidecarItem | undefined): void {
  const { shown } = sideThread;
  // An item of another kind is drawn at another place, so the old session does not stay until then.
  if (session_id === undefined || was?.kind !== "sidecar") shown.close();
  if (session_id === undefined) return;
  shown.open(session_id).catch(reportError);
  // Messages that were copied into a sidecar are not shown again.
  shown.foldAway(copied_through);
}

function drawSummary({ session_id, message_id: summary_id }: SummaryItem): void {
  sideThread.shown.close();
  sideThread.shown.openTimeline({ session_id, summary_id, turns: turnsRead() }).catch(reportError);
}

function draw(now: Panel, before: Panel): void {
  const [shown, was] = [shownIn(now), shownIn(before)];
  if (shown !== was) {
    if (shown === undefined) sideThread.shown.close();
    else if (shown.kind === "sidecar") drawSidecar(shown, was);
    else if (shown.kind === "session") showRead(shown.session_id);
    else if (shown.kind === "summary") drawSummary(shown);
    else {
      const { session_id, op_id } = shown;
      if (shown.kind === "timeline") showFork(mainThread, op_id);
      sideThread.shown.close();
      sideThread.shown.openTimeline({ session_id, op_id }).catch(reportError);
    }
  }
  if (comparedIn(now) !== comparedIn(before)) drawCompared(comparedIn(now));
}

/** Reports the hidden timelines of a session. A timeline that is not hidden any more leaves the panel. */
function takeHidden({ session_id, view, hidden }: SessionViewState): void {
  if (!session_id || view === undefined) return;
  const shown = shownIn(sidePanel.getState());
  // The hidden turns in the panel close themselves after the main thread shows them at the same place.
  const own = shown?.kind === "timeline" ? [shown.op_id] : [];
  tell({ type: "hidden-turns", session_id, op_ids: [...hidden.map(({ op_id }) => op_id), ...own] });
}

/** Closes messages that no marker leads to, once they are hidden no more. Only main can tell that. @throws CallError */
async function lookAgain(session_id: SessionId): Promise<void> {
  for (const item of sidePanel.getState().stack) {
    if (!("op_id" in item && "message_id" in item) || item.session_id !== session_id) continue;
    const hidden = item.message_id && (await hiddenIn(session_id, item.message_id));
    if (hidden?.op_id !== item.op_id) tell({ type: "gone", item });
  }
}

/** Sets the fork of the hidden turns in the panel, if their thread knows them now. */
function showForkOfTurns(): void {
  const panel = sidePanel.getState();
  const compared = comparedIn(panel);
  const shown = shownIn(panel);
  if (compared !== undefined) showFork(sideThread, compared.op_id);
  else if (shown?.kind === "timeline") showFork(mainThread, shown.op_id);
}

/**
 * Finds the fork of the panel again, which was forgotten when the user turned to another session: they are back before that one was drawn,
 * and the panel is as it was.
 */
function findForkAgain(): void {
  if (shownIn(sidePanel.getState())?.kind === "session") doing(findForkAnew);
  else showForkOfTurns();
}

const followHidden = ({ view }: Thread) =>
  view.subscribe((now, before) => {
    if (now.hidden !== before.hidden || now.view !== before.view) takeHidden(now);
    if (now.hidden !== before.hidden) showForkOfTurns();
    const { session_id } = now;
    if (now.hidden !== before.hidden && session_id) lookAgain(session_id).catch(reportError);
  });

const followSummary = () =>
  mainThread.view.subscribe((now, before) => {
    if (now.cells !== before.cells || now.view !== before.view || now.more !== before.more)
      takeShownSummary(now);
  });

/** Tells the panel of the wanted session before that is drawn. Text written until then stays with its session. */
const followAsked = () =>
  mainThread.view.subscribe(({ session_id }, before) => {
    if (session_id === before.session_id) return;
    forgetFork();
    const sidecar = sidecarIn(sidePanel.getState());
    if (sidecar !== undefined && sidecar.main !== session_id && sideThread.isWritten()) {
      leavePanel();
      mainThread.focusComposer();
    }
    if (session_id !== undefined) tell({ type: "main-asked", session_id });
    if (session_id === sidePanel.getState().main) findForkAgain();
  });

/** Changes the panel in the same step that draws the main thread, because the sidecars come with its messages. */
function followDrawn() {
  const { drawn } = mainThread;
  const take = () => {
    const { session_id, sidecars } = drawn.getState();
    if (session_id) takeSidecars(session_id, sidecars);
    tellUnasked({ type: "main-shown", session_id, sidecars });
  };
  take();
  return drawn.subscribe((now, before) => {
    if (now.left || (now.session_id === before.session_id && now.sidecars === before.sidecars)) return;
    take();
  });
}

/** Called once, when there is a panel. Returns the function that ends it. */
export function followPanel(): () => void {
  const ends = [
    sidePanel.subscribe(draw),
    followAsked(),
    followDrawn(),
    followSummary(),
    followHidden(mainThread),
    followHidden(sideThread),
    followSidecars(),
  ];
  return () => {
    for (const end of ends) end();
  };
}
