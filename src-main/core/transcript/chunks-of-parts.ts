/** The chunks that make given parts: a message that goes on after a restart is replayed from its first chunk (LY-4). Pure. */

import type { BraidPart, Chunk } from "../../../src-preload/contract/domain/messages";
import { isTool, toolName } from "../context/part-text";

type ToolPart = Extract<BraidPart, { toolCallId: string }>;

/** Chunks whose fold is `parts`, but for the names of questions that have their answer. */
export function chunksOfParts(parts: readonly BraidPart[]): Chunk[] {
  return parts.flatMap((part, index) => chunksOfPart(part, `stored-${index}`));
}

function chunksOfPart(part: BraidPart, id: string): Chunk[] {
  if (part.type === "text" || part.type === "reasoning") return chunksOfText(part, id);
  if (part.type === "step-start") return [{ type: "start-step" }];
  if (isTool(part)) return chunksOfTool(part);
  return [part as Chunk];
}

function chunksOfText(part: Extract<BraidPart, { type: "text" | "reasoning" }>, stored: string): Chunk[] {
  const { type, text, providerMetadata } = part;
  const metadata = providerMetadata === undefined ? {} : { providerMetadata };
  // A thought keeps the stream's own id.
  const id = "id" in part && typeof part.id === "string" ? part.id : stored;
  return [
    { type: `${type}-start`, id, ...metadata },
    { type: `${type}-delta`, id, delta: text },
    { type: `${type}-end`, id },
  ];
}

function chunksOfTool(part: ToolPart): Chunk[] {
  const { toolCallId, state, providerExecuted, title, callProviderMetadata, approval } = part as ToolPart & {
    title?: string;
    callProviderMetadata?: never;
    approval?: { id: string };
  };
  const base = {
    toolCallId,
    toolName: toolName(part),
    ...(part.type === "dynamic-tool" ? { dynamic: true } : {}),
    ...(providerExecuted === undefined ? {} : { providerExecuted }),
    ...(title === undefined ? {} : { title }),
  };
  const called = callProviderMetadata === undefined ? {} : { providerMetadata: callProviderMetadata };
  const raw = "rawInput" in part ? part.rawInput : undefined;
  if (state === "output-error" && part.input === undefined)
    return [
      { type: "tool-input-start", ...base, ...called },
      {
        type: "tool-input-error",
        ...base,
        ...resultMetadata(part),
        input: raw,
        errorText: part.errorText ?? "",
      },
    ];
  const chunks: Chunk[] = [{ type: "tool-input-available", ...base, ...called, input: part.input }];
  // The question of a call that has its answer is over: the answer stands in a part of its own.
  if (approval !== undefined && state === "approval-requested")
    chunks.push({ type: "tool-approval-request", toolCallId, approvalId: approval.id });
  return [...chunks, ...endOfTool(part)];
}

function resultMetadata(part: ToolPart): { providerMetadata?: never } {
  const { resultProviderMetadata: metadata } = part as ToolPart & { resultProviderMetadata?: never };
  return metadata === undefined ? {} : { providerMetadata: metadata };
}

function endOfTool(part: ToolPart): Chunk[] {
  const { toolCallId } = part;
  const result = resultMetadata(part);
  if (part.state === "output-available")
    return [{ type: "tool-output-available", toolCallId, output: part.output, ...result }];
  if (part.state === "output-error")
    return [{ type: "tool-output-error", toolCallId, errorText: part.errorText, ...result }];
  return part.state === "output-denied" ? [{ type: "tool-output-denied", toolCallId }] : [];
}
