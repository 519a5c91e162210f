/** The fold's half for tool calls: one part a call, moved from state to state on the same row (SV-4). */

import type { BraidPart, Chunk } from "../../../src-preload/contract/domain/messages";
import { isPermission, isQuestion } from "../../../src-preload/contract/domain/permissions";
import { BraidError } from "../braid-error";
import { say } from "../say";
import { addPart, type Changes } from "./changes";
import { assertToolMove, type ToolState } from "./tool-states";

type ToolChunk = Extract<Chunk, { type: `tool-${string}`; toolCallId: string }>;
type InputChunk = Extract<ToolChunk, { toolName: string }>;

/** A tool part with every field of every state. The SDK's own type is a union by state, too narrow to move through. */
interface ToolPart {
  type: string;
  toolName?: string;
  toolCallId: string;
  state: ToolState;
  title?: string;
  input?: unknown;
  rawInput?: unknown;
  output?: unknown;
  errorText?: string;
  preliminary?: boolean;
  providerExecuted?: boolean;
  toolMetadata?: unknown;
  callProviderMetadata?: unknown;
  resultProviderMetadata?: unknown;
  approval?: { id: string };
}

export const isToolChunk = (chunk: Chunk): chunk is ToolChunk => chunk.type.startsWith("tool-");

const isToolPart = (part: BraidPart | undefined): boolean =>
  part !== undefined && (part.type === "dynamic-tool" || part.type.startsWith("tool-"));

/** The part at `index` as a tool part, or undefined. */
export function toolPartAt(parts: readonly BraidPart[], index: number): ToolPart | undefined {
  const part = parts[index];
  return isToolPart(part) ? (part as ToolPart) : undefined;
}

/** The places of a message's calls, so that a chunk costs the same however many calls there are. */
export interface Calls {
  /** The newest part of each id. */
  readonly newest: Map<string, number>;
  /** The first part of the current step: some providers number their calls anew in each step. */
  stepBegan: number;
}

/** The parts that a fold changes, and the places of the calls among them. */
interface Message {
  readonly parts: BraidPart[];
  readonly calls: Calls;
}

export function callsOf(parts: readonly BraidPart[]): Calls {
  const calls: Calls = { newest: new Map(), stepBegan: 0 };
  for (const index of parts.keys()) noteCall(parts, calls, index);
  return calls;
}

/** Notes the new part at `index`. */
export function noteCall(parts: readonly BraidPart[], calls: Calls, index: number): void {
  if (parts[index]?.type === "step-start") calls.stepBegan = index;
  const part = toolPartAt(parts, index);
  if (part !== undefined) calls.newest.set(part.toolCallId, index);
}

/** @throws BraidError `PROVIDER_BAD_STREAM`; nothing has changed then. */
export function foldToolChunk(message: Message, chunk: ToolChunk, changes: Changes): void {
  switch (chunk.type) {
    case "tool-input-start":
      if (findInStep(message, chunk.toolCallId) !== undefined) throw duplicate(chunk.toolCallId);
      return add(message, { ...identity(chunk), state: "input-streaming", ...origin(chunk) }, changes);
    case "tool-input-delta":
      return growInput(message, chunk, changes);
    case "tool-input-available":
      return takeInput(message, chunk, { state: "input-available", input: chunk.input }, changes);
    case "tool-input-error":
      return takeInput(message, chunk, inputError(message, chunk), changes);
    case "tool-output-available":
      return move(
        message,
        chunk,
        answer(chunk, { state: "output-available", output: chunk.output }),
        changes,
      );
    case "tool-output-error":
      return move(
        message,
        chunk,
        answer(chunk, { state: "output-error", errorText: chunk.errorText }),
        changes,
      );
    case "tool-output-denied":
      return move(message, chunk, { state: "output-denied" }, changes);
    case "tool-approval-request":
      return move(
        message,
        chunk,
        { state: "approval-requested", approval: { id: chunk.approvalId } },
        changes,
      );
  }
}

/** The answer to a question is the one input of the fold that no model sends: it moves the call that asked (SV-4). */
export function foldAnswer(message: Message, part: BraidPart, changes: Changes): void {
  const answered = isPermission(part)
    ? part.data.answer !== undefined && part.data.answer.decision !== "withdrawn"
    : isQuestion(part) && part.data.answer !== undefined && part.data.answer.withdrawn !== true;
  if (!answered || !(isPermission(part) || isQuestion(part))) return;
  const index = message.calls.newest.get(part.data.tool_call_id);
  if (index === undefined || toolPartAt(message.parts, index)?.state !== "approval-requested") return;
  replace(message, index, { state: "approval-responded" }, changes);
}

function identity(chunk: InputChunk): Pick<ToolPart, "type" | "toolName" | "toolCallId"> {
  return chunk.dynamic === true
    ? { type: "dynamic-tool", toolName: chunk.toolName, toolCallId: chunk.toolCallId }
    : { type: `tool-${chunk.toolName}`, toolCallId: chunk.toolCallId };
}

function origin(chunk: InputChunk): Partial<ToolPart> {
  return defined({
    title: chunk.title,
    toolMetadata: chunk.toolMetadata,
    providerExecuted: chunk.providerExecuted,
    callProviderMetadata: chunk.type === "tool-input-error" ? undefined : chunk.providerMetadata,
    resultProviderMetadata: chunk.type === "tool-input-error" ? chunk.providerMetadata : undefined,
  });
}

type Answer = Extract<ToolChunk, { type: "tool-output-available" | "tool-output-error" }>;

function answer(
  chunk: Answer,
  result: Partial<ToolPart> & { state: ToolState },
): Partial<ToolPart> & { state: ToolState } {
  const preliminary = chunk.type === "tool-output-available" ? chunk.preliminary : undefined;
  const more = { preliminary, providerExecuted: chunk.providerExecuted, toolMetadata: chunk.toolMetadata };
  return { ...result, ...defined({ ...more, resultProviderMetadata: chunk.providerMetadata }) };
}

/** A dynamic tool keeps an unreadable input as its input, any other tool as its raw input, as in the SDK. */
function inputError(message: Message, chunk: Extract<ToolChunk, { type: "tool-input-error" }>) {
  const index = findInStep(message, chunk.toolCallId);
  const existing = index === undefined ? undefined : toolPartAt(message.parts, index);
  const dynamic = existing === undefined ? chunk.dynamic === true : existing.type === "dynamic-tool";
  const kept = dynamic ? { input: chunk.input } : { rawInput: chunk.input };
  return { state: "output-error" as const, errorText: chunk.errorText, ...kept };
}

function takeInput(
  message: Message,
  chunk: InputChunk,
  next: Partial<ToolPart> & { state: ToolState },
  changes: Changes,
): void {
  const index = findInStep(message, chunk.toolCallId);
  if (index === undefined) return add(message, { ...identity(chunk), ...next, ...origin(chunk) }, changes);
  const part = toolPartAt(message.parts, index);
  if (part?.state !== "input-streaming") throw duplicate(chunk.toolCallId);
  replace(message, index, { ...next, ...origin(chunk) }, changes);
}

function growInput(
  message: Message,
  chunk: Extract<ToolChunk, { type: "tool-input-delta" }>,
  changes: Changes,
): void {
  const index = findInStep(message, chunk.toolCallId);
  const part = index === undefined ? undefined : toolPartAt(message.parts, index);
  if (index === undefined || part?.state !== "input-streaming") {
    throw new BraidError("PROVIDER_BAD_STREAM", say("stream.tool-input"));
  }
  part.rawInput = `${part.rawInput ?? ""}${chunk.inputTextDelta}`;
  if (chunk.inputTextDelta !== "") changes.grew(index, chunk.inputTextDelta);
}

function move(
  message: Message,
  chunk: ToolChunk,
  next: Partial<ToolPart> & { state: ToolState },
  changes: Changes,
): void {
  const index = message.calls.newest.get(chunk.toolCallId);
  if (index === undefined) {
    throw new BraidError("PROVIDER_BAD_STREAM", say("stream.tool-result"));
  }
  replace(message, index, next, changes);
}

/**
 * Drops the fields that the next state does not name: a raw input once the input is read, a preliminary output once the final one comes.
 */
function replace(
  message: Message,
  index: number,
  next: Partial<ToolPart> & { state: ToolState },
  changes: Changes,
): void {
  const part = toolPartAt(message.parts, index);
  if (part === undefined) return;
  assertToolMove(part.state, next.state, part.preliminary === true);
  const { rawInput, output: _output, errorText: _errorText, preliminary: _preliminary, ...kept } = part;
  const keepsRaw = next.state === "output-error" && part.type !== "dynamic-tool" && rawInput !== undefined;
  message.parts[index] = { ...kept, ...(keepsRaw ? { rawInput } : {}), ...next } as BraidPart;
  changes.changed(index);
}

function add(message: Message, part: ToolPart, changes: Changes): void {
  addPart(message.parts, part as BraidPart, changes);
  noteCall(message.parts, message.calls, message.parts.length - 1);
}

/** Looks a call up in its own step. */
function findInStep({ calls }: Message, toolCallId: string): number | undefined {
  const index = calls.newest.get(toolCallId);
  return index !== undefined && index >= calls.stepBegan ? index : undefined;
}

const duplicate = (toolCallId: string) =>
  new BraidError("PROVIDER_BAD_STREAM", say("stream.tool-twice", { id: toolCallId }));

function defined<T extends object>(fields: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Partial<{ [K in keyof T]: Exclude<T[K], undefined> }>;
}
