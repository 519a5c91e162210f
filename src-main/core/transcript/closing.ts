/** Closes a message that will get no more chunks: after Stop, a failure, a crash. Pure; the finaliser and recovery use it. */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import {
  type BraidPart,
  type Chunk,
  type MessageMetadata,
  TOOL_ENDS,
} from "../../../src-preload/contract/domain/messages";
import {
  isPermission,
  isQuestion,
  type PermissionPart,
  type QuestionPart,
} from "../../../src-preload/contract/domain/permissions";
import { isToolResult, type ToolResult } from "../../../src-preload/contract/domain/tools";
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
  if (!options.keep_questions) chunks.push(...withdrawnQuestions(fold.parts));
  for (const index of fold.parts.keys()) {
    const chunk = closeTool(fold.parts, index, options);
    if (chunk !== undefined) chunks.push(chunk);
  }
  return chunks;
}

/** Returns true for a question that can still be answered. */
export const isOpenQuestion = (part: BraidPart): part is (PermissionPart | QuestionPart) & BraidPart =>
  (isPermission(part) || isQuestion(part)) && part.data.answer === undefined;

/** A question that nobody can answer any more says so. */
function withdrawnQuestions(parts: readonly BraidPart[]): Chunk[] {
  return parts.flatMap((part): Chunk[] => {
    if (isPermission(part) && part.data.answer === undefined)
      return [{ ...part, data: { ...part.data, answer: { decision: "withdrawn", at: 0 } } }];
    if (isQuestion(part) && part.data.answer === undefined)
      return [{ ...part, data: { ...part.data, answer: { answers: null, withdrawn: true, at: 0 } } }];
    return [];
  });
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
  const { toolCallId } = part;
  if (part.state === "output-available" && part.preliminary === true)
    return cutOff(toolCallId, part.output, options.tool_error);
  const open = UNANSWERED.has(part.state) || (part.state === "approval-requested" && !options.keep_questions);
  if (!open) return undefined;
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

/** A call that had shown something before it was cut off keeps that (AB-2). */
function cutOff(toolCallId: string, output: unknown, tool_error: string): Chunk {
  const ended = ENDS.find((end) => TOOL_ENDS[end] === tool_error);
  if (!isToolResult(output) || output.text === "" || ended === undefined)
    return { type: "tool-output-error", toolCallId, errorText: tool_error };
  const where = output.kept === undefined ? "" : `\n[What it had put out by then: read ${output.kept.path}]`;
  const result: ToolResult = { ...output, text: `${output.text}\n[${tool_error}]${where}`, ended };
  return { type: "tool-output-available", toolCallId, output: result };
}

const ENDS = Object.keys(TOOL_ENDS) as (keyof typeof TOOL_ENDS)[];

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
