/** Transcript → what the model is sent (architecture decision 9): a pure function of its arguments; same input, same bytes. */

import type { ModelMessage } from "ai";
import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { toldTo } from "./foreign";

/**
 * `reminders` go last, as one user message: they are said once, to the model alone (RN-5), and are no part of the transcript.
 * What providers refuse, and a turn that was stopped or failed may have left, is not sent: see `saidParts`; what `model` could not
 * read of others' answers neither: see `toldTo`.
 */
export async function toModelMessages(
  messages: readonly BraidMessage[],
  reminders: readonly string[],
  model: ModelRef,
): Promise<ModelMessage[]> {
  const told = messages.map((message) => toldTo(model, message));
  const said = told.map((message) => ({ ...message, parts: saidParts(message) }));
  const spoken = said.filter(({ parts }) => parts.length > 0);
  const { convertToModelMessages } = await import("ai");
  const converted = await convertToModelMessages(spoken, { ignoreIncompleteToolCalls: true });
  if (reminders.length === 0) return converted;
  return [...converted, { role: "user", content: reminders.join("\n\n") }];
}

/**
 * The parts of a message that a model may be sent. Left out of an answer are blank texts, steps that came no further than their
 * reasoning, and inputs that are no object, in whose place an empty one stands (the error beside it says what was wrong).
 */
export function saidParts({ role, parts }: Pick<BraidMessage, "role" | "parts">): BraidPart[] {
  if (role !== "assistant") return parts;
  const steps: BraidPart[][] = [[]];
  for (const part of parts) {
    if (part.type === "step-start") steps.push([part]);
    else if (!isBlank(part)) steps.at(-1)?.push(withObjectInput(part));
  }
  return steps.filter((step) => step.some(isSaid)).flat();
}

const isSaid = ({ type }: BraidPart): boolean => type !== "step-start" && type !== "reasoning";

/** A blank text that carries something of the provider's goes back to it (DB-8). */
const isBlank = (part: BraidPart): boolean =>
  part.type === "text" && part.text.trim() === "" && part.providerMetadata === undefined;

function withObjectInput(part: BraidPart): BraidPart {
  if (!("toolCallId" in part) || part.state === "input-streaming" || isObject(part.input)) return part;
  return { ...part, input: {} } as BraidPart;
}

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Characters of a prompt, for estimates. */
export const promptCharacters = (system: string, messages: readonly ModelMessage[]): number =>
  system.length + messages.reduce((sum, message) => sum + JSON.stringify(message.content).length, 0);
