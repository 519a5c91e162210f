/** Settles what a crash, or a store that failed, left open (LY-6, SV-5): nothing of it is dropped, and it reads as interrupted. */
import type { SessionId } from "../../../src-preload/contract/ids";
import { HOST_RESTART, type MessageMetadata } from "../../../src-preload/contract/types";
import { estimateTokens, NO_USAGE } from "../context/usage";
import type { Feeds } from "../feed/feeds";
import type { Recorder, Recording } from "../ports/recorder";
import type { Store } from "../ports/store";
import { closingChunks } from "../transcript/closing";

export interface RecoveryOptions {
  /** Only this session. */
  session_id?: SessionId;
  /** At start open questions stay, and with them the turn (LY-6); a session whose user moves on without answering has none left. */
  keep_questions: boolean;
}

export interface Recovered {
  /** Sessions of which a turn was settled. */
  settled: SessionId[];
  /** Sessions in which a question is still open: their turns have not ended. */
  waiting: SessionId[];
}

/**
 * @throws BraidError `STORE_UNAVAILABLE`; what was settled before it stays so.
 */
export function settleInterrupted(store: Store, recorder: Recorder, options: RecoveryOptions): Recovered {
  const recovered: Recovered = { settled: [], waiting: [] };
  for (const unsettled of store.unsettledMessages(options.session_id)) {
    const recording = recorder.reopen(unsettled);
    const { fold } = recording;
    const closing = { tool_error: HOST_RESTART, keep_questions: options.keep_questions };
    for (const chunk of closingChunks(fold, closing)) recording.apply(chunk);
    if (fold.parts.some((part) => "state" in part && part.state === "approval-requested")) {
      recording.commit(true);
      recovered.waiting.push(unsettled.session_id);
      continue;
    }
    recording.apply({ type: "message-metadata", messageMetadata: interruptedMetadata(recording) });
    recording.end();
    recovered.settled.push(unsettled.session_id);
  }
  return recovered;
}

/** Settles what a store that failed left open in a session in which nothing runs (SV-7). Windows that saw the half answer see how it ended (LY-4). */
export function settleLeftOpen(
  { store, recorder }: { store: Store; recorder: Recorder },
  feeds: Feeds,
  session_id: SessionId,
): void {
  const { settled } = settleInterrupted(store, recorder, { session_id, keep_questions: false });
  if (settled.length > 0 && feeds.has(session_id)) feeds.of(session_id).publish({ type: "reset" });
}

/** Finished steps left their usage in the row; of an unfinished first step there is only what it said to estimate from (TK-5). */
function interruptedMetadata({ fold }: Recording): MessageMetadata {
  if (fold.metadata.usage !== undefined && fold.metadata.usage !== null)
    return { finish_reason: "interrupted" };
  let said = 0;
  for (const part of fold.parts)
    if (part.type === "text" || part.type === "reasoning") said += part.text.length;
  if (said === 0) return { finish_reason: "interrupted", usage: null };
  return {
    finish_reason: "interrupted",
    usage: { ...NO_USAGE, output: estimateTokens(said) },
    estimated: true,
  };
}
