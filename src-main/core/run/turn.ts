/**
 * Runs one turn, from a claimed session to its one finaliser: steps and tools until the model is done, a limit is reached or somebody stops
 * it.
 */

import { type FinishReason, TOOL_ENDS } from "../../../src-preload/contract/domain/messages";
import { abortable } from "../abortable";
import { BraidError } from "../braid-error";
import { keptFiles } from "../context/told-files";
import { totalTokens } from "../context/usage";
import { type SentenceKey, say } from "../say";
import { settingsFor } from "./agent";
import { finaliseTurn, type Outcome } from "./finalise";
import { learnFrom } from "./learn-count";
import { createLoopGuard, REPEATED } from "./loop-guard";
import { type Fitting, makeRoom, type Sending } from "./make-room";
import { takeLastSummaries, takeSummaries } from "./output-summaries";
import {
  grownPrompt,
  type Measured,
  type Prompt,
  regrownPrompt,
  settledPrompt,
  withoutThoughts,
} from "./prompt";
import { realFolder } from "./real-folder";
import { HOST_CLOSING, PARENT_STOPPED } from "./run-state";
import { runAskedTools, runTools } from "./run-tools";
import type { StepResult } from "./step";
import { switchFailed } from "./switch-failed";
import { systemPromptNow } from "./system-prompt-now";
import { agentOfSession, toolsOfSession } from "./tools-of";
import { hasSaid, replaceFailed, type TurnContext, type TurnDeps } from "./turn-context";
import type { TurnEnding } from "./turn-events";
import { NoRoom, TurnFailed } from "./turn-failed";

/** Never throws: the stored message and the session's status tell every failure. Resolves when the session has been given back. */
export async function runTurn(deps: TurnDeps, turn: TurnContext): Promise<TurnEnding> {
  const outcome = await answer(deps, turn).catch((error: unknown) => outcomeOf(error, turn));
  // A tool may still run after another one's failure ended the turn: nobody takes its answer any more.
  turn.stop(new BraidError("RUN_ABORTED", say("turn.ended")));
  return finaliseTurn(deps, turn, switchFailed(deps, turn, outcome));
}

async function answer(deps: TurnDeps, turn: TurnContext): Promise<Outcome> {
  const outcome = await runSteps(deps, turn);
  takeLastSummaries(turn);
  return outcome;
}

/** AG-8: the files of agents are read at the start of each turn. */
async function takeAgent(deps: TurnDeps, turn: TurnContext): Promise<void> {
  const { claim, agent_name, workspace_root, signal } = turn;
  const { session_id } = claim;
  turn.agent = await abortable(
    agentOfSession(deps, session_id, { agent: agent_name, workspace_root }),
    signal,
  );
  turn.settings = settingsFor(turn.agent, deps.settings.run());
  turn.tools = await toolsOfSession(deps, session_id, turn.agent, workspace_root);
}

async function runSteps(deps: TurnDeps, turn: TurnContext): Promise<Outcome> {
  turn.workspace_root = await abortable(realFolder(turn.workspace_root), turn.signal);
  await takeAgent(deps, turn);
  // Answers of the user are taken first: nobody should wait for a prompt to be built.
  await runAskedTools(deps, turn);
  const guard = createLoopGuard();
  const model = deps.models.resolve(turn.model);
  if (model.tools === false) turn.tools = new Map();
  let prompt = await settledPrompt(deps, turn, model);
  const system = await systemPrompt(deps, turn, prompt);
  turn.summary_id = prompt.summary_id;
  for (let step = 1; ; step++) {
    const grown = takeSummaries(turn) > 0 ? regrownPrompt : grownPrompt;
    prompt = await grown(prompt, turn, model);
    const { result, sent } = await runStepInRoom(deps, turn, { model, system, prompt });
    prompt = sent;
    turn.steps = step;
    const calls = result.tool_calls.length + result.unread_calls;
    // A step that was cut, or that ran out of room, may hold half a call: nothing of it is run.
    if ((calls === 0 && !result.paused) || result.finish_reason !== "stop")
      return ended(turn, result.finish_reason);
    // The start of a tool call is on the disk before the tool runs (SV-9).
    turn.writer.flush(true);
    const repetition = guard(result.tool_calls);
    if (repetition === "stop") return loopFound();
    if (repetition === "warn") turn.reminders.push(REPEATED);
    await runTools(deps, turn, result.tool_calls);
    turn.writer.flush();
    const limit = limitReached(turn, step);
    if (limit !== undefined) return { finish_reason: limit };
  }
}

/**
 * Runs a step with a prompt that fits. A provider that refuses it as too long is asked once more, after a summary (RN-9); one that cannot
 * read its own earlier thoughts any more, because the key is another account's, once more without them. The answer notes that, so that no
 * later turn sends them (`settledPrompt`).
 */
async function runStepInRoom(
  deps: TurnDeps,
  turn: TurnContext,
  sending: Sending,
): Promise<{ result: StepResult; sent: Prompt }> {
  // The SDK is half of main's code, and no window waits for it: the first question to a model loads it.
  const { runStepWithRetry } = await import("./retry");
  const run = async ({ prompt, filled }: Fitting) => {
    const result = await runStepWithRetry(deps, turn, {
      ...sending,
      prompt,
      filled,
      tools: turn.tools,
      files: keptFiles(deps.store),
      keep: (pieces) => deps.store.putBlob(pieces, deps.clock.now()),
    });
    await learnFrom(deps, turn, { ...sending, prompt }, filled?.tokens);
    return { result, sent: { ...prompt, measured: measuredStep(turn) ?? prompt.measured } };
  };
  const fitting = await makeRoom(deps, turn, sending);
  try {
    return await run(fitting);
  } catch (error) {
    if (!(error instanceof TurnFailed)) throw error;
    const { info, sealed } = error.failure;
    if (info.code !== "CONTEXT_TOO_LARGE" && !sealed) throw error;
    turn.signal.throwIfAborted();
    // A summary reads no words of a failed attempt.
    replaceFailed(turn);
    if (sealed) {
      const without = await run({ ...fitting, prompt: withoutThoughts(fitting.prompt) });
      turn.thoughts_refused = true;
      return without;
    }
    return await run(await makeRoom(deps, turn, { ...sending, prompt: fitting.prompt }, { refused: true }));
  }
}

/** The provider's count of the step that has just ended (TK-3). Undefined where it sent none. */
function measuredStep({ sent_tokens, context_tokens, last_step }: TurnContext): Measured | undefined {
  if (sent_tokens === undefined || context_tokens === undefined) return undefined;
  return { tokens: context_tokens, added: [], thought: last_step?.reasoning ?? 0, holds_answer: true };
}

async function systemPrompt(
  deps: TurnDeps,
  turn: TurnContext,
  { system_prompt_digest: digest }: Prompt,
): Promise<string> {
  const earlier = digest === undefined ? undefined : deps.store.systemPrompt(digest);
  const prompt = await systemPromptNow(deps, turn, turn.signal, earlier);
  deps.store.saveSystemPrompt({ digest: prompt.digest, sections: prompt.sections }, deps.clock.now());
  turn.writer.push({ type: "message-metadata", messageMetadata: { system_prompt_digest: prompt.digest } });
  return prompt.text;
}

/** RN-3. */
function limitReached(turn: TurnContext, step: number): FinishReason | undefined {
  const { max_steps, token_budget } = turn.settings;
  if (step >= max_steps) return "tool-limit";
  const used = (turn.usage === undefined ? 0 : totalTokens(turn.usage)) + turn.tokens_outside_steps;
  return token_budget !== null && used >= token_budget ? "token-budget" : undefined;
}

/** RN-4. */
const loopFound = (): Outcome => ({
  finish_reason: "error",
  tool_error: TOOL_ENDS["turn-ended"],
  error: new BraidError("TOOL_LOOP", say("turn.loop.message"), { hint: say("turn.loop.hint") }).info,
});

/** The reasons that a provider may give for an answer without a word. */
const EMPTY: Partial<Record<FinishReason, SentenceKey>> = {
  "content-filter": "turn.filtered",
  length: "turn.no-words",
};

function ended(turn: TurnContext, finish_reason: FinishReason): Outcome {
  const said = hasSaid(turn);
  if (finish_reason === "interrupted") {
    const message = say("turn.no-end.message");
    const hint = say("turn.no-end.hint");
    return { finish_reason, error: new BraidError("PROVIDER_BAD_STREAM", message, { hint }).info };
  }
  if (finish_reason === "error" || !said) {
    const message = say(said ? "turn.model-error" : (EMPTY[finish_reason] ?? "turn.empty"));
    const hint = say("turn.hint");
    return { finish_reason: "error", error: new BraidError("PROVIDER_BAD_STREAM", message, { hint }).info };
  }
  return { finish_reason };
}

function outcomeOf(error: unknown, turn: TurnContext): Outcome {
  const reason: unknown = turn.signal.aborted ? turn.signal.reason : error;
  if (reason instanceof TurnFailed) {
    const { finish_reason, failure } = reason;
    const no_room = reason instanceof NoRoom || failure.info.code === "CONTEXT_TOO_LARGE";
    return { finish_reason, error: failure.info, no_room };
  }
  if (reason === HOST_CLOSING) {
    const tool_error = TOOL_ENDS["host-restart"];
    return { finish_reason: "interrupted", tool_error, keep_questions: true };
  }
  if (reason === PARENT_STOPPED) return { finish_reason: "aborted", tool_error: TOOL_ENDS["parent-stopped"] };
  if (reason instanceof BraidError && reason.code === "RUN_ABORTED")
    return { finish_reason: "aborted", tool_error: TOOL_ENDS.stopped };
  return { finish_reason: "error", thrown: reason };
}
