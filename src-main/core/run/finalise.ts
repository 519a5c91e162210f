/** Ends a turn once, however it ended: closes its open parts, saves it in one transaction, tells the windows. */

import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import {
  type FinishReason,
  type MessageMetadata,
  TOOL_ENDS,
} from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { SessionStatus, SessionView } from "../../../src-preload/contract/domain/sessions";
import { BraidError, toErrorInfo } from "../braid-error";
import { closingChunks, isOpenQuestion } from "../transcript/closing";
import { assistantMetadata } from "./metadata";
import { tellPruned } from "./tell-pruned";
import { messageId, type TurnContext, type TurnDeps } from "./turn-context";
import type { TurnEnding } from "./turn-events";

export interface Outcome {
  finish_reason: FinishReason;
  error?: ErrorInfo;
  /** The turn had no room in its model's window. */
  no_room?: boolean;
  /** The model to which the session goes back: the switch to the turn's has failed (MS-3). */
  back_to?: ModelRef;
  /** The thrown value, where nobody has made an error of it yet. */
  thrown?: unknown;
  /** The error of each tool call without an answer. */
  tool_error?: string;
  /** The app closes: a question stays open, and its turn with it (LY-6). */
  keep_questions?: true;
}

/** Never throws. A second call is harmless: the claim is given back once. */
export function finaliseTurn(deps: TurnDeps, turn: TurnContext, outcome: Outcome): TurnEnding {
  const { thrown } = outcome;
  if (thrown instanceof BraidError && thrown.code === "STORE_UNAVAILABLE")
    return abandon(deps, turn, thrown.info);
  const error = outcome.error ?? (thrown === undefined ? undefined : toErrorInfo(thrown));
  let view: SessionView | undefined;
  try {
    if (outcome.keep_questions && turn.writer.recording.fold.parts.some(isOpenQuestion))
      return leaveWaiting(deps, turn, outcome);
    settle(turn, outcome, error);
    if (outcome.back_to !== undefined) takeRoomBack(deps, turn);
    view = deps.store.session(turn.claim.session_id);
  } catch (failure) {
    return abandon(deps, turn, toErrorInfo(failure));
  }
  turn.feed.publish({ type: "settled", message_id: messageId(turn) });
  if (view !== undefined) turn.feed.publish({ type: "session", view });
  if (outcome.back_to !== undefined) tellRoomBack(deps, turn);
  deps.state.release(turn.claim, statusAfter(error));
  // A Stop counts even when the user pressed it just as the answer ended.
  if (turn.claim.signal.aborted) return "stopped";
  return error === undefined && outcome.finish_reason !== "interrupted" ? "well" : "failed";
}

/** Leaves a turn that waits for its user as a kill would leave it: after the next start the question can still be answered. */
function leaveWaiting(
  deps: TurnDeps,
  { writer, claim }: TurnContext,
  { tool_error = "" }: Outcome,
): TurnEnding {
  for (const chunk of closingChunks(writer.recording.fold, { tool_error, keep_questions: true }))
    writer.push(chunk);
  writer.flush(true);
  deps.state.release(claim);
  return "stopped";
}

/** SV-6. */
function settle(turn: TurnContext, outcome: Outcome, error: ErrorInfo | undefined): void {
  const { writer } = turn;
  const { recording } = writer;
  const { finish_reason, back_to, tool_error = TOOL_ENDS["turn-ended"] } = outcome;
  const messageMetadata: MessageMetadata = {
    ...assistantMetadata(turn),
    finish_reason,
    // Said at the end alone: metadata is merged, so nothing could take back what one step said and the next one disproved.
    ...(turn.prompt_cut === undefined ? {} : { prompt_cut: turn.prompt_cut }),
    ...(error === undefined ? {} : { error }),
    ...(back_to === undefined ? {} : { switched_from: back_to }),
  };
  const closing = closingChunks(recording.fold, { tool_error, keep_questions: false });
  writer.endWith([...closing, { type: "message-metadata", messageMetadata }, { type: "finish" }], () =>
    recording.end(),
  );
}

/** The model before needs no summary that was made for the other's window, and reads the outputs that were pruned for it. */
function takeRoomBack(
  { store, ids, clock }: TurnDeps,
  { claim, summaries, pruned_before }: TurnContext,
): void {
  const { session_id } = claim;
  for (const message_id of summaries.toReversed())
    store.undoCompaction({ session_id, message_id, op_id: ids.op(), now: clock.now() });
  store.restorePruned(pruned_before);
}

function tellRoomBack(deps: TurnDeps, { feed, summaries, pruned_before }: TurnContext): void {
  if (summaries.length > 0) feed.publish({ type: "reset" });
  else tellPruned(deps, feed, pruned_before);
}

/**
 * Ends the run after the store has failed (SV-7). Only the saved parts count: windows read them anew. The message stays open, and is
 * settled as interrupted before the session runs again.
 */
function abandon(deps: TurnDeps, turn: TurnContext, error: ErrorInfo): TurnEnding {
  turn.writer.discard();
  deps.state.release(turn.claim, statusAfter(error));
  turn.feed.publish({ type: "reset" });
  return "failed";
}

/** ST-3 */
export function statusAfter(error: ErrorInfo | undefined): SessionStatus {
  if (error === undefined) return { state: "idle" };
  return {
    state: "error",
    message: error.message,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  };
}
