/** Transcript → what the model is sent (architecture decision 9): a pure function of its arguments; same input, same bytes. */
import { convertToModelMessages, type ModelMessage } from "ai";
import type { BraidMessage } from "../../../src-preload/contract/types";

/**
 * `reminders` go last, as one user message: they are said once, to the model alone (RN-5), and are no part of the transcript.
 * Messages in which nothing was said (a turn that failed before its first word) are left out: providers refuse empty ones.
 */
export async function toModelMessages(
  messages: readonly BraidMessage[],
  reminders: readonly string[],
): Promise<ModelMessage[]> {
  const said = messages.filter((message) => message.parts.some((part) => part.type !== "step-start"));
  const converted = await convertToModelMessages(said, { ignoreIncompleteToolCalls: true });
  if (reminders.length === 0) return converted;
  return [...converted, { role: "user", content: reminders.join("\n\n") }];
}

/** Characters of a prompt, for estimates. */
export const promptCharacters = (system: string, messages: readonly ModelMessage[]): number =>
  system.length + messages.reduce((sum, message) => sum + JSON.stringify(message.content).length, 0);
