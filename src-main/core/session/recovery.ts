/** Settles the messages that a crash or a failed store left open (LY-6, SV-5): keeps all of their parts, and marks them as interrupted. */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import {
  type BraidPart,
  type MessageMetadata,
  TOOL_ENDS,
} from "../../../src-preload/contract/domain/messages";
import { estimateTokens, NO_USAGE, totalTokens } from "../context/usage";
import type { Feeds } from "../feed/feeds";
import type { Recorder, Recording } from "../ports/recorder";
import type { Store } from "../ports/store";
import { closingChunks } from "../transcript/closing";

export interface Recovered {
  /** Sessions of which a turn was settled. */
  settled: SessionId[];
  /** Sessions in which a question is still open: their turns have not ended. */
  waiting: SessionId[];
  /** Why some sessions could not be settled. Each is settled before it runs again. */
  failures: unknown[];
}

/**
 * Settles what a crash left open in all sessions. An open question stays, and its turn with it (LY-6). A session that cannot be settled
 * costs the others nothing. @throws BraidError `STORE_UNAVAILABLE` where not even the sessions can be listed
 */
export function settleInterrupted(store: Store, recorder: Recorder): Recovered {
  const recovered: Recovered = { settled: [], waiting: [], failures: [] };
  for (const session_id of store.unsettledSessions()) {
    try {
      const { settled, waits } = settleSession(store, recorder, session_id, { keep_questions: true });
      if (settled) recovered.settled.push(session_id);
      if (waits) recovered.waiting.push(session_id);
    } catch (error) {
      recovered.failures.push(error);
    }
  }
  return recovered;
}

/**
 * `keep_questions` is false for a session whose user moves on without answering.
 * @throws BraidError `STORE_UNAVAILABLE`; messages settled before that stay settled
 */
function settleSession(
  store: Store,
  recorder: Recorder,
  session_id: SessionId,
  { keep_questions }: { keep_questions: boolean },
): { settled: boolean; waits: boolean } {
  const result = { settled: false, waits: false };
  for (const unsettled of store.unsettledMessages(session_id)) {
    const recording = recorder.reopen(unsettled);
    const { fold } = recording;
    const closing = { tool_error: TOOL_ENDS["host-restart"], keep_questions };
    for (const chunk of closingChunks(fold, closing)) recording.apply(chunk);
    if (fold.parts.some((part) => "state" in part && part.state === "approval-requested")) {
      recording.commit(true);
      result.waits = true;
      continue;
    }
    recording.apply({
      type: "message-metadata",
      messageMetadata: interruptedMetadata(store, recording, session_id),
    });
    recording.end();
    result.settled = true;
  }
  return result;
}

/**
 * Settles the messages that a failed store left open in an idle session (SV-7). Windows that show the half answer read the session anew
 * (LY-4).
 */
export function settleLeftOpen(
  { store, recorder }: { store: Store; recorder: Recorder },
  feeds: Feeds,
  session_id: SessionId,
): void {
  const { settled } = settleSession(store, recorder, session_id, { keep_questions: false });
  if (settled && feeds.has(session_id)) feeds.of(session_id).publish({ type: "reset" });
}

/**
 * Finished steps have left their usage in the row. Nobody knows whether another step had begun, so the answer says that one had. For an
 * unfinished first step this estimates both sides and marks them: never zero (TK-5).
 */
function interruptedMetadata(store: Store, { fold }: Recording, session_id: SessionId): MessageMetadata {
  if (fold.metadata.usage !== undefined && fold.metadata.usage !== null)
    return { finish_reason: "interrupted", half_step: true };
  const said = charactersIn(fold.parts);
  if (said === 0) return { finish_reason: "interrupted", usage: null };
  const input = estimatedPrompt(store, session_id, fold.id, fold.metadata.system_prompt_digest);
  const usage = { ...NO_USAGE, input, output: estimateTokens(said) };
  return { finish_reason: "interrupted", usage, context_tokens: totalTokens(usage), estimated: true };
}

/** Messages that are searched for the last measured context size: a crash must not make the next start slow. */
const LOOKED_THROUGH = 20;

/** Tokens that were sent: the last measured context, or the system prompt where there is none, plus the texts since. */
function estimatedPrompt(
  store: Store,
  session_id: SessionId,
  before: MessageId,
  system_prompt_digest: string | undefined,
): number {
  const { messages } = store.page(session_id, { limit: LOOKED_THROUGH, before });
  const known = messages.findLastIndex(({ metadata }) => metadata.context_tokens !== undefined);
  const since = messages.slice(known + 1).reduce((sum, { parts }) => sum + charactersIn(parts), 0);
  const measured = messages[known]?.metadata.context_tokens;
  if (measured !== undefined) return measured + estimateTokens(since);
  const prompt = system_prompt_digest === undefined ? undefined : store.systemPrompt(system_prompt_digest);
  const sections = prompt?.sections.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
  return estimateTokens(sections + since);
}

const charactersIn = (parts: readonly BraidPart[]): number =>
  parts.reduce(
    (sum, part) => sum + (part.type === "text" || part.type === "reasoning" ? part.text.length : 0),
    0,
  );
