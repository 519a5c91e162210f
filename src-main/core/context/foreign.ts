/**
 * Rewrites the answer of one model so that another can read it (MS-4): without its reasoning, without the tools that its provider ran,
 * without its provider's marks, and with a line in the place of each file that it has made. The transcript keeps all of these, and they go
 * back to the model that made them. Pure.
 */

import { createHash } from "node:crypto";
import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";

/** Signatures and encrypted thoughts belong to a provider and a model (DB-8); a thinking level changes nothing about them. */
const isBy = ({ metadata }: BraidMessage, model: ModelRef): boolean =>
  metadata?.model?.provider_id === model.provider_id && metadata.model.model_id === model.model_id;

export function toldTo(model: ModelRef, message: BraidMessage): BraidMessage {
  if (message.role !== "assistant" || isBy(message, model)) return message;
  return { ...message, parts: message.parts.filter(isForAll).map(withoutMarks) };
}

const isForAll = (part: BraidPart): boolean =>
  part.type !== "reasoning" && !("providerExecuted" in part && part.providerExecuted === true);

function withoutMarks(part: BraidPart): BraidPart {
  // Most providers refuse a file in an answer, where only the model that made it has put one.
  if (part.type === "file") return { type: "text", text: `[file: ${part.mediaType}; made by another model]` };
  const {
    providerMetadata: _,
    callProviderMetadata: __,
    resultProviderMetadata: ___,
    ...rest
  } = part as BraidPart &
    Record<"providerMetadata" | "callProviderMetadata" | "resultProviderMetadata", unknown>;
  return "toolCallId" in rest
    ? ({ ...rest, toolCallId: plainId(rest.toolCallId) } as BraidPart)
    : (rest as BraidPart);
}

/**
 * Makes an id that all providers take: Mistral takes none but nine letters and digits. There are so many such ids that
 * two calls of one prompt do not meet by chance.
 */
const plainId = (id: string): string =>
  createHash("sha256").update(id).digest("base64").replaceAll(/\W/g, "").slice(0, 9);
