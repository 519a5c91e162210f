/** Tries a failed step again, in the three places of RN-7, and waits between two attempts. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { type MessageMetadata, TOOL_ENDS } from "../../../src-preload/contract/domain/messages";
import { BraidError } from "../braid-error";
import { say } from "../say";
import { closingChunks } from "../transcript/closing";
import { classifyFailure, type Failure } from "./failure";
import { FrameWriter } from "./frame-writer";
import { assistantMetadata } from "./metadata";
import type { StepInput } from "./model-stream";
import { createPatience, sleep } from "./patience";
import { createRoom } from "./room";
import { runStep, type StepProgress, type StepResult } from "./step";
import { messageId, type TurnContext, type TurnDeps } from "./turn-context";
import { TurnFailed } from "./turn-failed";

/** @throws TurnFailed, or the signal's reason. */
export async function runStepWithRetry(
  deps: TurnDeps,
  turn: TurnContext,
  input: StepInput,
): Promise<StepResult> {
  const progress: StepProgress = { begun: false, content: false };
  const waitAfter = createPatience(turn.settings);
  for (let attempt = 1; ; attempt++) {
    try {
      return await runStep(turn, input, progress);
    } catch (error) {
      turn.signal.throwIfAborted();
      // The store has failed: a further attempt could not be saved either (SV-7).
      if (error instanceof BraidError && error.code === "STORE_UNAVAILABLE") throw error;
      const failure = classifyFailure(error, deps.clock.now());
      const wait = waitAfter(failure);
      if (progress.content) beginAnew(deps, turn, failure, progress);
      if (wait === undefined) {
        const has_content = turn.replaceFailed !== undefined;
        throw new TurnFailed(
          explained(failure, attempt, turn),
          failure.cut && has_content ? "interrupted" : "error",
        );
      }
      await backOff(deps, turn, failure, attempt, wait);
      noteRetry(turn, failure);
    }
  }
}

/** The next attempt begins a message of its own, with the finished steps, as soon as it says something. */
function beginAnew(deps: TurnDeps, turn: TurnContext, failure: Failure, progress: StepProgress): void {
  const metadata = assistantMetadata(turn);
  turn.replaceFailed = () => supersede(deps, turn, { ...metadata, error: failure.info });
  progress.begun = false;
  progress.content = false;
}

/**
 * Notes the retry after the wait: a wait that Stop breaks off is no retry. It stands in the message of the new attempt, which begins later
 * where the failed one had said something.
 */
function noteRetry(turn: TurnContext, failure: Failure): void {
  const retried = { attempts: (turn.retried?.attempts ?? 0) + 1, reason: failure.summary };
  turn.retried = retried;
  if (turn.replaceFailed !== undefined) return;
  turn.writer.push({ type: "message-metadata", messageMetadata: { retried } });
}

function explained(failure: Failure, attempt: number, turn: TurnContext): Failure {
  const asked = failure.retry_after_ms;
  if (asked !== undefined && asked > turn.settings.max_retry_wait_ms) {
    const hint = say("retry.asked", { wait: duration(asked) });
    return { ...failure, info: { ...failure.info, hint } };
  }
  if (!failure.transient || attempt === 1) return failure;
  return {
    ...failure,
    info: { ...failure.info, message: say("retry.tried", { message: failure.info.message, attempt }) },
  };
}

/** ST-2. Stop ends the wait at once (AB-1). */
async function backOff(
  deps: TurnDeps,
  turn: TurnContext,
  failure: Failure,
  attempt: number,
  ms: number,
): Promise<void> {
  const { session_id, started_at } = turn.claim;
  const { summary: reason } = failure;
  const message = say("retry.waiting", { summary: reason, wait: duration(ms) });
  const retry_at = deps.clock.now() + ms;
  deps.state.setStatus(session_id, { state: "retrying", attempt, reason, message, started_at, retry_at });
  await sleep(ms, turn.signal);
  deps.state.setStatus(session_id, { state: "busy", started_at });
}

/** RN-7 after content: one transaction ends and hides this attempt, and begins the next with the steps whose tools have run. */
function supersede(deps: TurnDeps, turn: TurnContext, ended: MessageMetadata): void {
  const session_id: SessionId = turn.claim.session_id;
  const { writer: old, feed } = turn;
  const oldId = messageId(turn);
  const { recording } = old;
  const finishedSteps = finishedChunks(turn);
  const messageMetadata: MessageMetadata = { ...ended, finish_reason: "error" };
  const closing = closingChunks(recording.fold, {
    tool_error: TOOL_ENDS["attempt-failed"],
    keep_questions: false,
  });

  const metadata = nextMetadata(turn);
  // The new attempt has the place of the old one: a summary that splits the answer finds it there (CP-4).
  const message_id = deps.ids.messageBehind(oldId);
  const next = deps.recorder.begin({ session_id, message_id, metadata });
  for (const chunk of finishedSteps) next.apply(chunk);
  const op_id = deps.ids.op();
  old.endWith([...closing, { type: "message-metadata", messageMetadata }, { type: "finish" }], () =>
    recording.supersede(next, op_id),
  );
  feed.publish({ type: "settled", message_id: oldId });
  feed.publish({ type: "hidden", message_ids: [oldId], op_id });
  const start = { type: "start", messageId: message_id, messageMetadata: metadata } as const;
  feed.publish({ type: "chunks", message_id, chunks: [start, ...finishedSteps] });
  if (turn.pruned.length > 0) feed.publish({ type: "pruned", message_id, pruned: turn.pruned });
  turn.room = createRoom(finishedSteps);
  turn.carried_usage = turn.usage;
  turn.unmeasured = undefined;
  turn.cost_usd = undefined;
  turn.writer = new FrameWriter({
    recording: next,
    settings: deps.settings.recorder(),
    publish: (event) => feed.publish(event),
    onFailure: (error) => turn.stop(error),
  });
}

/** The chunks of the current message before the failed step, with the answers of tools, without the message's own start. */
function finishedChunks(turn: TurnContext) {
  turn.writer.flush();
  const chunks = turn.feed.liveChunks;
  const failed = chunks.findLastIndex((chunk) => chunk.type === "start-step");
  return chunks
    .slice(0, failed)
    .filter((chunk) => chunk.type !== "start" && chunk.type !== "message-metadata");
}

/** The next message's first metadata. They hold the usage of its finished steps, so that a crash does not lose it (TK-1). */
function nextMetadata(turn: TurnContext): MessageMetadata {
  const {
    agent_name: agent,
    model,
    usage,
    context_tokens,
    sent_tokens,
    summary_id,
    estimated,
    retried,
  } = turn;
  const { system_prompt_digest } = turn.writer.recording.fold.metadata;
  return {
    model,
    agent,
    ...(system_prompt_digest === undefined ? {} : { system_prompt_digest }),
    ...(usage === undefined ? {} : { usage, carried_usage: usage }),
    ...(context_tokens === undefined ? {} : { context_tokens }),
    ...(sent_tokens === undefined ? {} : { sent_tokens }),
    ...(summary_id === undefined ? {} : { summary_id }),
    ...(estimated ? { estimated } : {}),
    ...(retried === undefined ? {} : { retried }),
  };
}

/** "12 s", "3 min", "1 h". */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
