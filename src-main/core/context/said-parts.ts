/** Chooses the parts of an answer that go back to a model. Pure. */

import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";

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

/** Data parts are Braid's own, and no model is sent one. */
const isSaid = ({ type }: BraidPart): boolean =>
  type !== "step-start" && type !== "reasoning" && !type.startsWith("data-");

/** A blank text that carries the provider's metadata counts as said: it goes back to the provider (DB-8). */
const isBlank = (part: BraidPart): boolean =>
  part.type === "text" && part.text.trim() === "" && part.providerMetadata === undefined;

function withObjectInput(part: BraidPart): BraidPart {
  if (!("toolCallId" in part) || part.state === "input-streaming" || isObject(part.input)) return part;
  return { ...part, input: {} } as BraidPart;
}

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);
