/** Chooses what a model is reminded of when it goes on after an answer that did not end by itself (RN-5). The user never sees it. */

import { isToolPart } from "../../../src-preload/contract/domain/call-texts";
import { endsWithoutAnswer } from "../../../src-preload/contract/domain/empty-end";
import type { BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import { saidParts } from "../context/said-parts";

/** For a model that goes on after its own half answer. */
const GO_ON =
  "Your last answer was cut off before its end. Continue exactly where it stopped, without repeating what you have already said.";

/** For a model that ended without an answer. Sent the same prompt again, it would often end the same way. */
const ANSWER_NOW =
  "Your last turn ended without an answer. Go on from where you are, and end with an answer in words.";

/**
 * `newestFirst`: the visible messages, read only as far as needed. Attempts that say nothing to a model are passed over, because the prompt
 * then ends with what stands before them. A prompt that ends with an answer always gets a reminder: many models refuse it otherwise.
 */
export function remindersToResume(newestFirst: Iterable<StoredMessage>): string[] {
  for (const message of newestFirst) {
    if (endsWithoutAnswer(message)) return [ANSWER_NOW];
    if (message.role !== "assistant") return [];
    const end = saidParts(message).findLast(({ type }) => !type.startsWith("data-"));
    if (end !== undefined) return endsWithResult(end) ? [] : [GO_ON];
  }
  return [];
}

/** True for a call whose result stands behind the answer in the prompt. Results of a provider's own tools stand within it. */
const endsWithResult = (part: BraidPart): boolean =>
  isToolPart(part) && !("providerExecuted" in part && part.providerExecuted === true);
