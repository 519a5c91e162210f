/**
 * Summaries of long outputs in a running turn (RN-6): begins them beside the loop, and puts those that are ready beside their outputs between
 * two steps. A step reads each output whole before a summary takes its place.
 */

import { NEVER_SUMMARISED, outputSummaryPart } from "../context/output-summaries";
import { outputText } from "../context/part-text";
import type { ToolCall } from "./tool-call";
import type { TurnContext, TurnDeps } from "./turn-context";

/** Never throws, and nobody waits for it: a summary that fails or comes too late changes nothing. */
export function beginPrecompact(deps: TurnDeps, turn: TurnContext, call: ToolCall, output: unknown): void {
  const { precompact_tokens } = turn.settings;
  if (precompact_tokens === 0 || NEVER_SUMMARISED.has(call.tool_name)) return;
  // No text has more tokens than characters: short ones are counted by nobody.
  if (outputText(output).length <= precompact_tokens) return;
  const long = { call, output, after_steps: turn.steps };
  import("./precompact").then(({ precompact }) => precompact(deps, turn, long)).catch(() => {});
}

/** Puts the summaries of outputs that the model has read whole into the transcript. Returns the tokens that its view loses. */
export function takeSummaries(turn: TurnContext): number {
  const { output_summaries: all, steps, writer } = turn;
  const ready = all.filter(({ after_steps }) => after_steps < steps);
  if (ready.length === 0) return 0;
  all.splice(0, all.length, ...all.filter((one) => !ready.includes(one)));
  for (const { summary } of ready) writer.push(outputSummaryPart(summary));
  // The prompt is shorter now, and no provider has counted it yet.
  turn.sent_tokens = undefined;
  return ready.reduce((sum, { freed }) => sum + freed, 0);
}

/** Leaves the summaries that are ready at a turn's end to the next one. What fills the window is an estimate then (TK-3). */
export function takeLastSummaries(turn: TurnContext): void {
  const freed = takeSummaries(turn);
  if (freed === 0 || turn.context_tokens === undefined) return;
  turn.context_tokens = Math.max(0, turn.context_tokens - freed);
  turn.estimated = true;
}
