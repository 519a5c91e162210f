/** Learns from finished steps how a model's server counts (TK-3), and finds a server that has cut its prompt without a word. */

import type { LanguageModelV3Message } from "@ai-sdk/provider";
import { estimateOf } from "../context/estimate";
import { fittingFiles, keptFiles } from "../context/told-files";
import type { Sending } from "./make-room";
import { type Counted, rawTokensOf } from "./measure";
import type { TurnContext, TurnDeps } from "./turn-context";

/** The share of a prompt below which a count is no count of it: tokenizers do not differ by so much. */
const CUT = 0.5;
/** Raw tokens from which on a prompt can show that it was cut. */
const LARGE = 2000;
/** Raw tokens. A provider adds words of its own to each prompt, which would outweigh a short one. */
const ENOUGH = 500;
/** The share by which an estimate may be off without another look. */
const CLOSE = 0.02;
/** Characters of a prompt, as JSON, for each counted token, from which on a look at it is worth a moment's wait. Plain words have four or five. */
const SPARSE = 6;

/**
 * Notes what the server has read of the step's prompt. The turn waits for that where the count looks too small, and after a server that
 * has cut a prompt before; otherwise it is counted beside the turn. Never rejects.
 * @param sent our own number of the prompt's tokens; undefined for a model whose window nobody knows
 */
export async function learnFrom(
  deps: TurnDeps,
  turn: TurnContext,
  sending: Sending,
  sent: number | undefined,
): Promise<void> {
  const waits = looksCut(deps, turn, sending);
  const learn = () => calibrate(deps, turn, sending, waits ? turn.signal : turn.claim.signal);
  // An answer that may have to tell of a cut is counted whatever else is.
  const learning = (waits ? learn() : deps.calibration.counting(turn.model, learn)).catch(() => undefined);
  turn.prompt_cut = waits ? await learning : undefined;
  if (turn.prompt_cut !== undefined) keepEstimate(turn, turn.prompt_cut.of);
  else if (isHalf(deps, turn, sent)) keepEstimate(turn, sent);
}

function looksCut(
  { calibration }: Pick<TurnDeps, "calibration">,
  { model, sent_tokens }: TurnContext,
  { system, prompt }: Sending,
): boolean {
  if (sent_tokens === undefined) return false;
  return calibration.isDistrusted(model) || sent_tokens * SPARSE < system.length + prompt.characters;
}

/**
 * Counts the prompt where nobody has measured the model yet, or where the estimate was far off. Resolves to what the server has read of
 * it, if it has cut it.
 */
async function calibrate(
  deps: TurnDeps,
  turn: TurnContext,
  { model: resolved, system, prompt }: Sending,
  signal: AbortSignal,
): Promise<TurnContext["prompt_cut"]> {
  const { model, sent_tokens } = turn;
  if (sent_tokens === undefined) return undefined;
  if (prompt.measured !== undefined && deps.calibration.isMeasured(model)) {
    const { tokens, thought } = prompt.measured;
    const over = tokens - sent_tokens;
    const close = sent_tokens * CLOSE;
    // Thoughts of earlier steps are counted, and many providers leave them out of the next prompt.
    if (over >= -close && over <= close + thought) return undefined;
  }
  const messages = fittingFiles(prompt.messages, keptFiles(deps.store));
  const counted = { system, messages, tools: turn.tools };
  const raw = await rawTokensOf(deps, counted, signal);
  if (raw < ENOUGH) return undefined;
  const isSmall = sent_tokens < raw * CUT && resolved.counts_words === undefined;
  if (isSmall && (await isCut(deps, counted, sent_tokens, signal))) {
    deps.calibration.distrust(model);
    // The ratio is no longer the one that counts of cut prompts have taught: `distrust` has forgotten it.
    return { read: sent_tokens, of: estimateOf({ raw, ratio: deps.calibration.ratioOf(model) }) };
  }
  deps.calibration.measured(model, { input: sent_tokens, cache_read: 0, cache_write: 0 }, raw);
  return undefined;
}

/**
 * Nobody knows how a server counts files and tools, nor whether it reads them and earlier thoughts. Only the rest shows that it has cut
 * the prompt.
 */
async function isCut(
  deps: TurnDeps,
  { system, messages }: Counted,
  sent_tokens: number,
  signal: AbortSignal,
): Promise<boolean> {
  const sure = await rawTokensOf(deps, { system, messages: messages.map(surelyRead) }, signal);
  return sure >= LARGE && sent_tokens < sure * CUT;
}

function surelyRead(message: LanguageModelV3Message): LanguageModelV3Message {
  if (message.role === "user")
    return { ...message, content: message.content.filter(({ type }) => type !== "file") };
  if (message.role !== "assistant") return message;
  return {
    ...message,
    content: message.content.filter(({ type }) => type !== "file" && type !== "reasoning"),
  };
}

/** Returns true for a count that is not believed, although the prompt was not counted: its turn was stopped meanwhile, or it is short. */
function isHalf(
  { calibration }: Pick<TurnDeps, "calibration">,
  { model, sent_tokens }: TurnContext,
  sent: number | undefined,
): sent is number {
  return (
    sent !== undefined &&
    sent_tokens !== undefined &&
    calibration.isDistrusted(model) &&
    sent_tokens < sent * CUT
  );
}

/** Takes our own estimate for the fill of the window: the server has cut the prompt, so its count is none of the conversation (TK-3). */
function keepEstimate(turn: TurnContext, sent: number): void {
  turn.context_tokens = sent + (turn.context_tokens ?? 0) - (turn.sent_tokens ?? 0);
  turn.estimated = true;
  turn.sent_tokens = undefined;
}
