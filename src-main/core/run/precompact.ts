/** Has a long output of a tool summarised by the provider's small model (RN-6). Loaded when the first long output comes. */

import type { OutputSummary } from "../../../src-preload/contract/domain/output-summary";
import { isToolResult } from "../../../src-preload/contract/domain/tools";
import { refusalOf } from "../context/compaction";
import { outputSummaryRequest } from "../context/output-summaries";
import { outputText } from "../context/part-text";
import { totalTokens } from "../context/usage";
import { inEnglish } from "../english";
import type { ResolvedModel } from "../ports/models";
import { Slots } from "../slots";
import { openKept } from "../tools/output-cap";
import { askOnce, type CallCost } from "./ask-once";
import { askWilling } from "./ask-willing";
import { classifyFailure } from "./failure";
import { countedTokens } from "./measure";
import type { ToolCall } from "./tool-call";
import type { TurnContext, TurnDeps } from "./turn-context";

/** Tokens. A summary needs a few hundred; the rest is for models that think though nobody knows it. */
const MAX_OUTPUT = 2048;
/** The share of a window that an output may fill: its own count may differ from ours. */
const SHARE = 0.75;

/** One step may call hundreds of tools. */
const slots = new Slots(4);

/** Counts the output, and has it summarised where it is long. A failure is told to the log. */
export async function precompact(
  deps: TurnDeps,
  turn: TurnContext,
  { after_steps, ...long }: LongOutput & { after_steps: number },
): Promise<void> {
  const { signal } = turn;
  try {
    const tokens = await tokensOf(deps, turn, outputText(long.output));
    if (tokens <= turn.settings.precompact_tokens) return;
    const summary = await slots.run(signal, () => summaryOf(deps, turn, { ...long, tokens }));
    if (summary === undefined || signal.aborted) return;
    const left = await tokensOf(deps, turn, summary.summary);
    turn.output_summaries.push({ summary, after_steps, freed: Math.max(1, tokens - left) });
  } catch (error) {
    if (signal.aborted) return;
    const { info } = classifyFailure(error, deps.clock.now());
    deps.onPrecompactFailure?.(inEnglish(info.message));
  }
}

const tokensOf = (deps: TurnDeps, { model, signal }: TurnContext, text: string): Promise<number> =>
  countedTokens(deps, model, { messages: [{ role: "user", content: [{ type: "text", text }] }] }, signal);

interface LongOutput {
  call: ToolCall;
  output: unknown;
}

/** Undefined where no model can read the output, or where the answer is no summary. */
async function summaryOf(
  deps: TurnDeps,
  turn: TurnContext,
  { call, output, tokens }: LongOutput & { tokens: number },
): Promise<OutputSummary | undefined> {
  const { models, store, clock, precompactor } = deps;
  const question = {
    system: precompactor.manifest,
    prompt: outputSummaryRequest(call.tool_name, call.input, output),
    max_output: MAX_OUTPUT,
  };
  const account = (cost: CallCost) => {
    const { session_id } = turn.claim;
    store.accountCall({ session_id, agent: precompactor.name, ...cost, now: clock.now() });
    turn.tokens_outside_steps += totalTokens(cost.usage);
  };
  const said = await askWilling(models, {
    refs: models.side_models(turn.model),
    signal: turn.signal,
    choose: (left) => {
      const ref = left.find((one) => canRead(models.resolve(one), turn, tokens));
      return ref && { ref };
    },
    ask: ({ ref }) =>
      askOnce(models.resolve(ref), question, { signal: turn.signal, times: turn.settings, account }),
  });
  if (said === undefined) return undefined;
  const { text, finish_reason } = said;
  const whole = outputText(output);
  if (refusalOf({ text, finish_reason }, whole.length, (words) => words.length) !== undefined)
    return undefined;
  const kept_path = await keptPath(deps, turn, call, output);
  if (kept_path === undefined) return undefined;
  return { tool_call_id: call.tool_call_id, summary: text.trim(), kept_path };
}

/** A server on this computer answers one question at a time: its model that is at work on the step is asked nothing beside it. */
const canRead = (
  { ref, context_limit = Infinity, nearby }: ResolvedModel,
  { model }: TurnContext,
  tokens: number,
): boolean => tokens <= context_limit * SHARE && !(nearby && ref.model_id === model.model_id);

/** The file with the whole output: the one that its tool has made, else a new one. @throws where it cannot be written */
async function keptPath(
  { data_dir }: TurnDeps,
  { claim }: TurnContext,
  { tool_call_id }: ToolCall,
  output: unknown,
): Promise<string | undefined> {
  if (isToolResult(output) && output.kept !== undefined) return output.kept.path;
  if (data_dir === undefined) return undefined;
  const { path, file } = await openKept(data_dir, { session_id: claim.session_id, tool_call_id });
  try {
    await file.writeFile(outputText(output));
  } finally {
    await file.close();
  }
  return path;
}
