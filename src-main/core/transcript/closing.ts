/** Closes a message that will get no more chunks: after Stop, a failure, a crash. Pure; the finaliser and recovery use it. */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, Chunk, MessageMetadata } from "../../../src-preload/contract/domain/messages";
import { createFold, type Fold } from "./fold";
import { toolPartAt } from "./fold-tool";
import { UNANSWERED } from "./tool-states";

export interface ClosingOptions {
  /** The error of an unanswered tool call, e.g. "aborted by host restart" (LY-6). */
  tool_error: string;
  /** An unanswered question survives a restart (LY-6), but not a Stop. */
  keep_questions: boolean;
}

/** Chunks that end every open text and reasoning part and answer every unanswered tool call of `fold`. */
export function closingChunks(fold: Fold, options: ClosingOptions): Chunk[] {
  const chunks = endingChunks(fold);
  for (const index of fold.parts.keys()) {
    const chunk = closeTool(fold.parts, index, options);
    if (chunk !== undefined) chunks.push(chunk);
  }
  return chunks;
}

/** Chunks that end every open text and reasoning part. */
export function endingChunks(fold: Fold): Chunk[] {
  const chunks: Chunk[] = [];
  for (const id of fold.open.text.keys()) chunks.push({ type: "text-end", id });
  for (const id of fold.open.reasoning.keys()) chunks.push({ type: "reasoning-end", id });
  return chunks;
}

function closeTool(parts: readonly BraidPart[], index: number, options: ClosingOptions): Chunk | undefined {
  const part = toolPartAt(parts, index);
  if (part === undefined) return undefined;
  const open = UNANSWERED.has(part.state) || (part.state === "approval-requested" && !options.keep_questions);
  if (!open) return undefined;
  const { toolCallId } = part;
  if (part.state !== "input-streaming")
    return { type: "tool-output-error", toolCallId, errorText: options.tool_error };
  const toolName = part.toolName ?? part.type.slice("tool-".length);
  const dynamic = part.type === "dynamic-tool" ? { dynamic: true } : {};
  return {
    type: "tool-input-error",
    toolCallId,
    toolName,
    input: part.rawInput ?? "",
    errorText: options.tool_error,
    ...dynamic,
  };
}

/** A fold of parts read back from the store. Parts that were growing there are open again, under ids of its own. */
export function reopenFold(id: MessageId, metadata: MessageMetadata, parts: readonly BraidPart[]): Fold {
  const fold = createFold(id, metadata, parts);
  for (const [index, part] of fold.parts.entries()) {
    if ((part.type === "text" || part.type === "reasoning") && part.state === "streaming") {
      fold.open[part.type].set(`stored-${index}`, index);
    }
  }
  return fold;
}
