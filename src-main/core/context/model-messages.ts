/** Transcript → what the model is sent (architecture decision 9): a pure function of its arguments; same input, same bytes. */

import type { LanguageModelV3, LanguageModelV3Prompt } from "@ai-sdk/provider";
import type { ModelMessage } from "ai";
import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { toldTo } from "./foreign";

/**
 * Leaves out what providers refuse and a stopped or failed turn may have left (see `saidParts`), and what `model` cannot read of others'
 * answers (see `toldTo`). Each message, and each step of one, is converted by itself: a prompt may be built of pieces.
 */
export async function toModelMessages(
  messages: readonly BraidMessage[],
  model: ModelRef,
): Promise<ModelMessage[]> {
  const told = messages.map((message) => toldTo(model, message));
  const said = told.map((message) => ({ ...message, parts: saidParts(message) }));
  const spoken = said.filter(({ parts }) => parts.length > 0);
  const { convertToModelMessages } = await import("ai");
  return await convertToModelMessages(spoken, { ignoreIncompleteToolCalls: true });
}

/**
 * The messages as a model takes them: the SDK's own conversion, without its check of each message by its schema, which takes ten times as
 * long and would be made of the whole prompt in each step.
 */
export async function toPrompt(
  messages: ModelMessage[],
  { supportedUrls }: Pick<LanguageModelV3, "supportedUrls">,
): Promise<LanguageModelV3Prompt> {
  const { convertToLanguageModelPrompt } = await import("ai/internal");
  return await convertToLanguageModelPrompt({
    prompt: { messages },
    supportedUrls: await supportedUrls,
    download: undefined,
  });
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

/** Characters of what the messages say, as JSON: for estimates. */
export const characters = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, { content }) => sum + JSON.stringify(content).length, 0);
