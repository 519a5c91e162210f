/**
 * Which of the panes its reader sees: where there is no room for two conversations, one lies over the other; and whoever is in a dialog, or
 * in the list that lies over a narrow window, reads neither.
 */
import { type Beside, beside } from "./beside";
import { compared } from "./compared";
import { panels } from "./panels";
import { panes } from "./panes";

/** Two conversations that are read side by side share the room; an aside takes as little of it as its user wants. */
export const isHalf = (shown: Beside | undefined): boolean => shown !== undefined && shown.kind !== "sidecar";

export function seenPanes(): { main: boolean; beside: boolean } {
  const { crowded, tight, overlay } = panes.getState();
  if (overlay || panels.getState().dialog !== undefined) return { main: false, beside: false };
  const { shown, over } = beside.getState();
  const lies = isHalf(shown) ? tight : crowded;
  const isCompared = compared.getState().shown !== undefined;
  if (shown === undefined || !lies) return { main: !isCompared, beside: shown !== undefined };
  return { main: !over && !isCompared, beside: over };
}
