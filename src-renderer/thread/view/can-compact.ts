/** Tells if earlier turns of a thread can be summarised now (CP-2). Pure. */
import { wholeOf } from "./folding";
import { isFree, type SessionViewState } from "./session-view";

type State = Pick<SessionViewState, "status" | "timeline" | "cells" | "more" | "whole">;

/** Why they cannot: something runs, or there are too few turns; undefined if they can. */
export function refusalToCompact(state: State): "busy" | "short" | undefined {
  if (!isFree(state)) return "busy";
  const { cells, more } = wholeOf(state);
  const turns = cells.filter(({ get }) => get().message.role === "user").length;
  return more || turns > 1 ? undefined : "short";
}
