/** Turns a transcript into the messages for the model (architecture decision 9). Pure: the same input gives the same bytes. */

import type { LanguageModelV3, LanguageModelV3Prompt } from "@ai-sdk/provider";
import type { ModelMessage } from "ai";
import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { toldTo } from "./foreign";

/**
 * Leaves out parts that providers refuse and that a stopped or failed turn may have left (see `saidParts`), and parts of other models'
 * answers that `model` cannot read (see `toldTo`). Converts each message, and each step of one, by itself: a prompt may be built of pieces.
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
 * The messages in the form that a model takes. The SDK's own conversion, without its check of each message by its schema: the check takes
 * ten times as long, and each step would repeat it for the whole prompt.
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
 * The parts of a message that a model may be sent. Leaves out blank texts of an answer, and steps that came no further than their
 * reasoning. Replaces a tool's input that is no object by an empty one: the error beside it says what was wrong.
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

/** A blank text that carries the provider's metadata counts as said: it goes back to the provider (DB-8). */
const isBlank = (part: BraidPart): boolean =>
  part.type === "text" && part.text.trim() === "" && part.providerMetadata === undefined;

function withObjectInput(part: BraidPart): BraidPart {
  if (!("toolCallId" in part) || part.state === "input-streaming" || isObject(part.input)) return part;
  return { ...part, input: {} } as BraidPart;
}

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Counts the characters of the messages' content as JSON, for estimates. */
export const characters = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, { content }) => sum + JSON.stringify(content).length, 0);
