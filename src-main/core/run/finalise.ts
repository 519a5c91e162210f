/** Ends a turn once, however it ended (architecture decision 5): closes its open parts, saves it in one transaction, tells the windows. */

import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import {
  type FinishReason,
  type MessageMetadata,
  TOOL_ENDS,
} from "../../../src-preload/contract/domain/messages";
import type { SessionStatus, SessionView } from "../../../src-preload/contract/domain/sessions";
import { BraidError, toErrorInfo } from "../braid-error";
import { closingChunks } from "../transcript/closing";
import { assistantMetadata } from "./metadata";
import { messageId, type TurnContext, type TurnDeps } from "./turn-context";
import type { TurnEnding } from "./turn-events";

export interface Outcome {
  finish_reason: FinishReason;
  error?: ErrorInfo;
  /** The thrown value, where nobody has made an error of it yet. */
  thrown?: unknown;
  /** The error of each tool call without an answer. */
  tool_error?: string;
}

/** Never throws. A second call is harmless: the claim is given back once. */
export function finaliseTurn(deps: TurnDeps, turn: TurnContext, outcome: Outcome): TurnEnding {
  const { thrown } = outcome;
  if (thrown instanceof BraidError && thrown.code === "STORE_UNAVAILABLE")
    return abandon(deps, turn, thrown.info);
  const error = outcome.error ?? (thrown === undefined ? undefined : toErrorInfo(thrown));
  let view: SessionView | undefined;
  try {
    settle(turn, outcome, error);
    view = deps.store.session(turn.claim.session_id);
  } catch (failure) {
    return abandon(deps, turn, toErrorInfo(failure));
  }
  turn.feed.publish({ type: "settled", message_id: messageId(turn) });
  if (view !== undefined) turn.feed.publish({ type: "session", view });
  deps.state.release(turn.claim, statusAfter(error));
  // A Stop counts even when the user pressed it just as the answer ended.
  if (turn.claim.signal.aborted) return "stopped";
  return error === undefined && outcome.finish_reason !== "interrupted" ? "well" : "failed";
}

/** SV-6. */
function settle(turn: TurnContext, outcome: Outcome, error: ErrorInfo | undefined): void {
  const { writer } = turn;
  const { recording } = writer;
  const { finish_reason, tool_error = TOOL_ENDS["turn-ended"] } = outcome;
  const messageMetadata: MessageMetadata = {
    ...assistantMetadata(turn),
    finish_reason,
    ...(error === undefined ? {} : { error }),
  };
  const closing = closingChunks(recording.fold, { tool_error, keep_questions: false });
  writer.endWith([...closing, { type: "message-metadata", messageMetadata }, { type: "finish" }], () =>
    recording.end(),
  );
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

function statusAfter(error: ErrorInfo | undefined): SessionStatus {
  if (error === undefined) return { state: "idle" };
  return {
    state: "error",
    message: error.message,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  };
}
