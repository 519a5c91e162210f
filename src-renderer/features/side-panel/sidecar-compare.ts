/**
 * Hidden turns of the open sidecar, beside it (RW-3). They cover the main thread, which keeps its state beneath. Where the sidecar covers
 * the main thread too, one of the two is in sight at a time. Closing leads back to the place where they were asked for.
 */
import { flushSync } from "react-dom";
import { reportError } from "../../platform/notices";
import { focusedElement } from "../../thread/surface";
import { comparedThread, mainThread, sideThread } from "../../thread/thread";
import { leavePanel, sidePanel, tell } from "./panel";
import { type Compared, comparedIn, sidecarIn } from "./panel-state";

/** The element that had the focus when the hidden turns were opened. */
let from: Element | null = null;

export function compareInSidecar(turns: Omit<Compared, "kind">): void {
  from = focusedElement();
  tell({ type: "open", item: { kind: "compared", ...turns } });
}

export function drawCompared(compared: Compared | undefined): void {
  if (compared === undefined) return comparedThread.shown.close();
  const { session_id, op_id } = compared;
  comparedThread.shown.openTimeline({ session_id, op_id }).catch(reportError);
}

/** Returns the focus after the hidden turns have vanished with it. */
export function goBack(): void {
  if (sidecarIn(sidePanel.getState()) === undefined) return;
  if (from instanceof HTMLElement && from.isConnected) from.focus();
  else sideThread.focusComposer();
}

/** Closes the hidden turns and shows the sidecar again. With `main` the user goes to the main thread instead. */
export function closeCompared(to?: "main"): void {
  if (comparedIn(sidePanel.getState()) === undefined) return;
  flushSync(() => {
    tell({ type: "close", kind: "compared" });
    if (to === "main") leavePanel();
  });
  if (to === "main") mainThread.focusComposer();
}
