/** The moves of a tool part between states (SV-4): one table, for the fold while it streams and for the closing of open calls. */

import type { ToolUIPart } from "ai";
import { BraidError } from "../braid-error";
import { say } from "../say";

export type ToolState = ToolUIPart["state"];

const NEXT: Record<ToolState, readonly ToolState[]> = {
  "input-streaming": ["input-available", "output-error"],
  "input-available": ["approval-requested", "output-available", "output-error"],
  "approval-requested": ["approval-responded", "output-denied", "output-error"],
  "approval-responded": ["output-available", "output-error", "output-denied"],
  "output-available": [],
  "output-error": [],
  "output-denied": [],
};

/** The states of a call without an answer that runs or waits to run. An open question is not among them (LY-6). */
export const UNANSWERED: ReadonlySet<ToolState> = new Set([
  "input-streaming",
  "input-available",
  "approval-responded",
]);

/** @throws BraidError `PROVIDER_BAD_STREAM` for a move that SV-4 does not list. */
export function assertToolMove(from: ToolState, to: ToolState, wasPreliminary: boolean): void {
  const correctsPreliminary = from === "output-available" && wasPreliminary;
  const allowed = correctsPreliminary ? ["output-available", "output-error"] : NEXT[from];
  if (!allowed.includes(to)) {
    throw new BraidError("PROVIDER_BAD_STREAM", say("stream.tool-state", { from, to }));
  }
}
