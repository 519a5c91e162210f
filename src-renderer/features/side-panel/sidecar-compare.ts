/**
 * Hidden turns of the sidecar that is open, read beside it (RW-3): they lie over the main thread, which stays as it is beneath, and where the
 * sidecar lies there, one of the two is seen at a time. The way back is the place from which they were asked for.
 */
import { flushSync } from "react-dom";
import type { OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import { reportError } from "../../platform/notices";
import { comparedThread, mainThread, sideThread } from "../../thread/thread";
import { leavePanel, sidePanel, tell } from "./panel";
import { type Compared, comparedIn, sidecarIn } from "./panel-state";

/** The element that had the focus when the hidden turns were asked for. */
let from: Element | null = null;

export function compareInSidecar(session_id: SessionId, op_id: OpId): void {
  from = document.activeElement;
  tell({ type: "open", item: { kind: "compared", session_id, op_id } });
}

export function drawCompared(compared: Compared | undefined): void {
  if (compared === undefined) return comparedThread.shown.close();
  const { session_id, op_id } = compared;
  comparedThread.shown.openTimeline({ session_id, op_id }).catch(reportError);
}

/** They are gone, and the focus with them. */
export function goBack(): void {
  if (sidecarIn(sidePanel.getState()) === undefined) return;
  if (from instanceof HTMLElement && from.isConnected) from.focus();
  else sideThread.focusComposer();
}

/** The sidecar is seen again, where it lies over the main thread too; `main`: its user goes to the main thread. */
export function closeCompared(to?: "main"): void {
  if (comparedIn(sidePanel.getState()) === undefined) return;
  flushSync(() => {
    tell({ type: "close", kind: "compared" });
    if (to === "main") leavePanel();
  });
  if (to === "main") mainThread.focusComposer();
}
