/** Sums up what a rewind or a branch leaves (RW-8). Changes nothing but the account of what the calls cost. */

import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { LeftSummary, TakeAlong } from "../../../src-preload/contract/domain/left-summary";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { BraidError } from "../braid-error";
import { say } from "../say";
import { measureOf, sizeBy } from "./compact";
import { messagesBehind, visibleMessages } from "./read-transcript";
import { summarise } from "./summarise";
import type { TurnDeps } from "./turn-context";

/** The place where the conversation takes another course. */
export interface Leaving {
  from: MessageId;
  /** The message itself stays. */
  keep: boolean;
}

interface LeavingTask extends Leaving, TakeAlong {
  session_id: SessionId;
  /** The model of the conversation; its provider's small one is asked first. */
  model: ModelRef;
  /** Tokens of the whole prompt; absent where nobody knows. */
  tokens: number | undefined;
  signal: AbortSignal;
  onPart(part: number, of: number): void;
}

/** @throws BraidError where nothing is left that could be summed up, or no summary came; the signal's reason */
export async function sumUp(deps: TurnDeps, task: LeavingTask): Promise<LeftSummary> {
  const { session_id, from, keep, focus, signal } = task;
  const visible = await visibleMessages(deps.store, session_id, signal);
  const whole = await unsummarised(deps, visible, from, signal);
  const messages = whole.filter(({ id }) => (keep ? id > from : id >= from));
  if (messages.every(({ parts }) => parts.length === 0)) throw nothingLeft();
  const { text, model } = await summarise(deps, {
    ...task,
    messages,
    sizeOf: sizeBy(await measureOf(visible, task.tokens, signal)),
    // Even of a short turn the summary is wanted: all of the turn goes.
    replaced: Infinity,
    settings: deps.settings.compaction(task.model),
  });
  signal.throwIfAborted();
  const turns = messages.filter(({ role }) => role === "user").length;
  return { summary: text, turns, model, ...(focus ? { focus } : {}) };
}

/** The messages with those that a summary stands for, as far back as the place (RW-4). */
async function unsummarised(
  { store }: Pick<TurnDeps, "store">,
  visible: readonly StoredMessage[],
  from: MessageId,
  signal: AbortSignal,
): Promise<StoredMessage[]> {
  let messages = [...visible];
  for (;;) {
    const at = messages.findIndex((message) => compactionOf(message) !== undefined);
    const summary = messages[at];
    if (summary === undefined) return messages;
    const behind = summary.id < from ? [] : await messagesBehind(store, summary, signal);
    messages = [...messages.slice(0, at), ...behind, ...messages.slice(at + 1)];
  }
}

const nothingLeft = (): BraidError =>
  new BraidError("INVALID_INPUT", say("left-summary.nothing.message"), {
    hint: say("left-summary.nothing.hint"),
  });
