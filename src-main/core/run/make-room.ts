/** Makes room for a prompt before it is sent (CP-1, MS-2, RN-9), and estimates its size for that (TK-3). */

import { usableOf } from "../../../src-preload/contract/domain/context";
import { isOfTool } from "../../../src-preload/contract/domain/tool-pictures";
import { BraidError } from "../braid-error";
import { fittingFiles, keptFiles } from "../context/told-files";
import { totalTokens } from "../context/usage";
import type { ResolvedModel } from "../ports/models";
import { say } from "../say";
import { type Filled, usableAnswer } from "./answer-room";
import { compact } from "./compact";
import { countedTokens } from "./measure";
import { grownPrompt, type Prompt, settledPrompt } from "./prompt";
import { pruneOutputs } from "./prune";
import type { TurnContext, TurnDeps } from "./turn-context";
import { NoRoom } from "./turn-failed";

export interface Sending {
  model: ResolvedModel;
  system: string;
  prompt: Prompt;
}

/** A prompt that fits, as far as anybody knows, and its tokens; absent for a model whose window nobody knows. */
export interface Fitting {
  prompt: Prompt;
  filled?: Filled;
}

/** Tokens that an answer needs at least. With fewer, nothing is sent. */
const LEAST_ANSWER = 256;

/**
 * Returns the prompt as it is where there is room, else one with a summary at its head. `refused`: the provider has refused this prompt
 * as too long, whatever the estimate says.
 * @throws NoRoom where nothing makes it fit; the signal's reason
 */
export async function makeRoom(
  deps: TurnDeps,
  turn: TurnContext,
  sending: Sending,
  { refused = false } = {},
): Promise<Fitting> {
  const { context_limit, max_output } = sending.model;
  if (context_limit === undefined && !refused) return { prompt: sending.prompt };
  const settings = deps.settings.compaction(turn.model);
  const { prompt, filled, limit, freed } = await prunedPrompt(deps, turn, sending, refused);
  const { tokens } = filled;
  const usable = usableOf({ context_limit: limit, max_output, reserve_tokens: settings.reserve_tokens });
  const fits = !refused && tokens + Math.min(LEAST_ANSWER, limit / 8) <= limit;
  const roomy = tokens + usableAnswer({ ...sending.model, context_limit: limit }) <= limit;
  if (fits && (tokens < usable || !isDue(turn, prompt, settings, roomy))) return { prompt, filled };
  const mayGo = fits || freed;
  if (!settings.auto || isSpent(turn)) {
    if (mayGo) return { prompt, filled };
    throw noRoom(sending.model, tokens, limit);
  }
  // No summary makes room for a question that is too long by itself.
  if (!fits && (await leastTokens(deps, turn, sending)) >= limit) throw noRoom(sending.model, tokens, limit);
  return await summarisedPrompt(deps, turn, sending, { prompt, filled, limit, mayGo });
}

/** The prompt with a summary at its head. `mayGo`: the prompt as it is may be sent, if no summary comes. */
async function summarisedPrompt(
  deps: TurnDeps,
  turn: TurnContext,
  sending: Sending,
  { prompt, filled, limit, mayGo }: Required<Fitting> & { limit: number; mayGo: boolean },
): Promise<Fitting> {
  const { tokens } = filled;
  try {
    await compactHere(deps, turn, tokens);
  } catch (error) {
    turn.signal.throwIfAborted();
    if (!mayGo || !isPassing(error)) throw asFailed(error, sending.model, tokens, limit);
    turn.left_whole = true;
    // A conversation that is all tail is as short as it gets.
    if (error.code !== "INVALID_INPUT") noteFailure(turn, error);
    return { prompt, filled };
  }
  const rebuilt = await rebuiltPrompt(deps, turn, sending);
  const after = await promptTokens(deps, turn, { ...sending, prompt: rebuilt });
  if (after.tokens >= limit) throw noRoom(sending.model, after.tokens, limit);
  return { prompt: measuredAs(after, rebuilt), filled: after };
}

const measuredAs = (filled: Filled, prompt: Prompt): Prompt => ({
  ...prompt,
  measured: { ...filled, added: [], thought: prompt.measured?.thought ?? 0 },
});

/**
 * The prompt with its tokens, after its outputs were pruned where they were to be (PR-1). `freed`: a provider refused it, and it is shorter
 * now.
 */
async function prunedPrompt(deps: TurnDeps, turn: TurnContext, sending: Sending, refused: boolean) {
  const before = await promptTokens(deps, turn, sending);
  const limit = sending.model.context_limit ?? before.tokens;
  const told = (prompt: Prompt, filled: Filled, freed: boolean) => ({
    prompt: measuredAs(filled, prompt),
    ...{ filled, limit, freed },
  });
  if (!pruneOutputs(deps, turn, sending.prompt, { fill: before.tokens, limit, aggressive: refused }))
    return told(sending.prompt, before, false);
  const prompt = await rebuiltPrompt(deps, turn, sending);
  const filled = await promptTokens(deps, turn, { ...sending, prompt });
  return told(prompt, filled, refused && filled.tokens < before.tokens);
}

/**
 * CP-1: a conversation that still fits, with an answer of use, is left alone at its beginning and soon after a summary. After a summary that
 * failed it is left alone whatever its size.
 */
function isDue(
  turn: TurnContext,
  { turns, summary_id }: Prompt,
  { auto, min_turns_between }: { auto: boolean; min_turns_between: number },
  roomy: boolean,
): boolean {
  if (!auto || isSpent(turn) || turn.left_whole) return false;
  return !roomy || turns > (summary_id === undefined ? 1 : min_turns_between);
}

/** RN-3 */
function isSpent({ settings, usage, tokens_outside_steps }: TurnContext): boolean {
  const spent = (usage === undefined ? 0 : totalTokens(usage)) + tokens_outside_steps;
  return settings.token_budget !== null && spent >= settings.token_budget;
}

/** Tokens of a prompt: what a provider has counted of it, and an estimate of what came since (TK-3). */
async function promptTokens(deps: TurnDeps, turn: TurnContext, { system, prompt }: Sending): Promise<Filled> {
  const { measured } = prompt;
  const files = keptFiles(deps.store);
  if (measured === undefined || deps.calibration.isDistrusted(turn.model)) {
    const messages = fittingFiles(prompt.messages, files);
    const all = await countedTokens(deps, turn.model, { system, messages, tools: turn.tools }, turn.signal);
    return { tokens: all, guessed: all };
  }
  const { tokens, guessed = 0 } = measured;
  if (measured.added.length === 0) return { tokens, guessed };
  const messages = fittingFiles(measured.added, files);
  const added = await countedTokens(deps, turn.model, { messages }, turn.signal);
  return { tokens: tokens + added, guessed: guessed + added };
}

/** Tokens of the shortest prompt that a summary could leave: the system prompt, the tools and the question. */
async function leastTokens(deps: TurnDeps, turn: TurnContext, { system, prompt }: Sending): Promise<number> {
  const question = prompt.messages.findLast(
    (message) => message.role === "user" && !message.content.some(isOfTool),
  );
  const messages = question === undefined ? [] : [question];
  return await countedTokens(deps, turn.model, { system, messages, tools: turn.tools }, turn.signal);
}

async function compactHere(deps: TurnDeps, turn: TurnContext, tokens: number): Promise<void> {
  const { claim, model, model_before, feed } = turn;
  const { session_id, started_at } = claim;
  const { signal, end } = deps.state.beginWork({ ...claim, signal: turn.signal });
  const show = (progress: { part?: number; of?: number }) =>
    deps.state.setStatus(session_id, {
      state: "busy",
      started_at,
      doing: { what: "compacting", auto: true, ...progress },
    });
  // The summary may tell of the answer so far: its parts are saved first.
  turn.writer.flush();
  const { id, parts } = turn.writer.recording.fold;
  try {
    show({});
    const summary = await compact(deps, {
      session_id,
      feed,
      model,
      model_before,
      auto: true,
      live: {
        id,
        session_id,
        role: "assistant",
        metadata: {},
        parts: [...parts],
        pruned: turn.pruned,
        created_at: started_at,
      },
      tokens,
      signal,
      onPart: (part, of) => (of > 1 ? show({ part, of }) : undefined),
      onCost: (usage) => {
        turn.tokens_outside_steps += totalTokens(usage);
      },
    });
    turn.summaries.push(summary.id);
  } finally {
    end();
    if (!turn.signal.aborted) deps.state.setStatus(session_id, { state: "busy", started_at });
  }
}

async function rebuiltPrompt(deps: TurnDeps, turn: TurnContext, { model, prompt }: Sending): Promise<Prompt> {
  const settled = await settledPrompt(deps, turn, model);
  turn.summary_id = settled.summary_id;
  turn.reminders.unshift(...prompt.reminders);
  return await grownPrompt(settled, turn, model);
}

function noteFailure(turn: TurnContext, { info }: BraidError): void {
  const { message, hint } = info;
  turn.compaction_failed = { message, ...(hint === undefined ? {} : { hint }) };
  turn.writer.push({
    type: "message-metadata",
    messageMetadata: { compaction_failed: turn.compaction_failed },
  });
}

function noRoom({ ref }: ResolvedModel, tokens: number, limit: number): NoRoom {
  const model = ref.model_id;
  // The provider has refused what fits by every count of ours: numbers would contradict it.
  const message =
    tokens < limit
      ? say("compaction.refused-room.message", { model })
      : say("compaction.no-room.message", { model, tokens, limit });
  return new NoRoom(
    new BraidError("CONTEXT_TOO_LARGE", message, { hint: say("compaction.no-room.hint") }).info,
  );
}

const isPassing = (error: unknown): error is BraidError =>
  error instanceof BraidError && error.code !== "STORE_UNAVAILABLE";

/** Nothing to summarise means that the last messages alone are too long. A summary that its user cancelled is no failure. */
function asFailed(error: unknown, model: ResolvedModel, tokens: number, limit: number): unknown {
  if (!isPassing(error) || error.code === "RUN_ABORTED") return error;
  return error.code === "INVALID_INPUT" ? noRoom(model, tokens, limit) : new NoRoom(error.info);
}
