/**
 * Hidden turns of the aside that is open, read beside it (RW-3): they lie over the main thread, which stays as it is beneath, and where the
 * aside lies there, one of the two is seen at a time. The way back is the place from which they were asked for.
 */
import { createStore } from "zustand/vanilla";
import { reportError } from "./app";
import { beside, leaveBeside } from "./beside";
import { comparedPane } from "./pane";
import type { HiddenTimeline } from "./session-view";

interface ComparedState {
  shown: HiddenTimeline | undefined;
  /** What had the focus when it was asked for. */
  from: HTMLElement | undefined;
  /** Where the focus goes instead. */
  to: "main" | undefined;
}

export const compared = createStore<ComparedState>(() => ({
  shown: undefined,
  from: undefined,
  to: undefined,
}));

export function compareAside(shown: HiddenTimeline): void {
  const { activeElement } = document;
  comparedPane.shown.openTimeline(shown).catch(reportError);
  compared.setState({
    shown,
    from: activeElement instanceof HTMLElement ? activeElement : undefined,
    to: undefined,
  });
  leaveBeside();
}

/** The aside is seen again, where it lies over the main thread too; `main`: its user goes to the main thread. */
export function closeCompared(to?: "main"): void {
  if (compared.getState().shown === undefined) return;
  compared.setState(to === "main" ? { shown: undefined, from: undefined, to } : { shown: undefined });
  comparedPane.shown.close();
  if (to === undefined && beside.getState().shown !== undefined) beside.setState({ over: true });
}

/** With the aside it goes. Returns the function that ends this. */
export const followAside = (): (() => void) =>
  beside.subscribe(({ shown }, before) => {
    if (shown !== before.shown) closeCompared();
  });
