/**
 * Tells which of the threads the user sees. Where there is no room for two conversations, one covers the other. A user in a dialog, or in
 * the list that covers a narrow window, sees neither.
 */
import { dialogs } from "../../platform/dialogs";
import { layout } from "../../platform/layout";
import { sidePanel } from "./panel";
import { comparedIn, type Item, shownIn } from "./panel-state";

/** Two conversations side by side share the room equally. A sidecar takes only the width that the user gave it. */
export const isHalf = (shown: Item | undefined): boolean => shown !== undefined && shown.kind !== "sidecar";

export function visibleThreads(): { main: boolean; side: boolean } {
  const { crowded, tight, overlay } = layout.getState();
  if (overlay || dialogs.getState().dialog !== undefined) return { main: false, side: false };
  const panel = sidePanel.getState();
  const shown = shownIn(panel);
  const lies = isHalf(shown) ? tight : crowded;
  const isCompared = comparedIn(panel) !== undefined;
  if (shown === undefined || !lies) return { main: !isCompared, side: shown !== undefined };
  return { main: !panel.front && !isCompared, side: panel.front };
}
