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
import { type CallContext, messageId, type TurnDeps } from "./call";
import { assistantMetadata } from "./metadata";
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
export function finaliseTurn(deps: TurnDeps, call: CallContext, outcome: Outcome): TurnEnding {
  const { thrown } = outcome;
  if (thrown instanceof BraidError && thrown.code === "STORE_UNAVAILABLE")
    return abandon(deps, call, thrown.info);
  const error = outcome.error ?? (thrown === undefined ? undefined : toErrorInfo(thrown));
  let view: SessionView | undefined;
  try {
    settle(call, outcome, error);
    view = deps.store.session(call.claim.session_id);
  } catch (failure) {
    return abandon(deps, call, toErrorInfo(failure));
  }
  call.feed.publish({ type: "settled", message_id: messageId(call) });
  if (view !== undefined) call.feed.publish({ type: "session", view });
  deps.state.release(call.claim, statusAfter(error));
  // A Stop counts even when the user pressed it just as the answer ended.
  if (call.claim.signal.aborted) return "stopped";
  return error === undefined && outcome.finish_reason !== "interrupted" ? "well" : "failed";
}

/** SV-6. */
function settle(call: CallContext, outcome: Outcome, error: ErrorInfo | undefined): void {
  const { writer } = call;
  const { recording } = writer;
  const { finish_reason, tool_error = TOOL_ENDS["turn-ended"] } = outcome;
  const messageMetadata: MessageMetadata = {
    ...assistantMetadata(call),
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
function abandon(deps: TurnDeps, call: CallContext, error: ErrorInfo): TurnEnding {
  call.writer.discard();
  deps.state.release(call.claim, statusAfter(error));
  call.feed.publish({ type: "reset" });
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
