/** One step: one `streamText` call, read to its end and published as it comes. Throws what ended it early; retries are not its business. */

import { jsonSchema, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import type { Chunk, FinishReason } from "../../../src-preload/contract/types";
import { BraidError } from "../braid-error";
import { promptCharacters } from "../context/model-messages";
import {
  addUsage,
  estimatedUsage,
  NO_USAGE,
  reportedCost,
  reportedUsage,
  totalTokens,
} from "../context/usage";
import { t } from "../language/language";
import type { ResolvedModel } from "../ports/models";
import type { Tool } from "../ports/tools";
import { endingChunks } from "../transcript/closing";
import type { CallContext } from "./call";
import { assistantMetadata } from "./metadata";
import type { ToolCall } from "./run-tools";
import { chunkOf, type StreamPart, type ToolCallIds } from "./step-chunks";
import { watch } from "./watch";

/** The SDK prints advice for programmers to the console; what concerns the user is in the stream. */
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface StepInput {
  model: ResolvedModel;
  system: string;
  messages: ModelMessage[];
  tools: ReadonlyMap<string, Tool>;
}

export interface StepResult {
  finish_reason: FinishReason;
  tool_calls: ToolCall[];
  /** Calls whose input could not be read: they never ran, and the model is told so in a next step, as of any other tool error. */
  unread_calls: number;
}

/** Whether anything of the step at hand was published: then it cannot be tried again in place (RN-7). */
export interface StepProgress {
  begun: boolean;
  content: boolean;
}

type Finish = Extract<StreamPart, { type: "finish-step" }>;

/** @throws the SDK's or network's error, `PROVIDER_STALLED`, `PROVIDER_BAD_STREAM`, `STORE_UNAVAILABLE`, or the signal's reason. */
export async function runStep(
  call: CallContext,
  input: StepInput,
  progress: StepProgress,
): Promise<StepResult> {
  // Ends the model's connection when this step is over for whatever reason, not only on Stop.
  const connection = new AbortController();
  const abort = () => connection.abort();
  call.signal.addEventListener("abort", abort, { once: true });
  try {
    return await readStep(call, input, progress, connection.signal);
  } finally {
    call.signal.removeEventListener("abort", abort);
    connection.abort();
  }
}

/** What a step has said so far, beside what was published of it. */
interface Reading {
  calls: ToolCall[];
  unread_calls: number;
}

async function readStep(
  call: CallContext,
  input: StepInput,
  progress: StepProgress,
  connection: AbortSignal,
): Promise<StepResult> {
  const ids = toolCallIds(call);
  const unmeasured = { sent: promptCharacters(input.system, input.messages), said: 0 };
  call.unmeasured = unmeasured;
  const reading: Reading = { calls: [], unread_calls: 0 };
  let finish: Finish | undefined;
  for await (const part of watch(openStream(input, connection), call.signal, call.settings, isContent)) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") {
      throw new BraidError("PROVIDER_UNAVAILABLE", t("stream.cut"));
    }
    if (part.type === "finish-step") finish = part;
    const chunk = chunkOf(part, ids);
    if (chunk === undefined) continue;
    begin(call, progress);
    progress.content = true;
    call.writer.push(chunk);
    takeIn(reading, chunk);
    unmeasured.said += saidIn(chunk);
  }
  if (finish === undefined) throw new BraidError("PROVIDER_BAD_STREAM", t("stream.no-end"));
  account(call, finish, unmeasured);
  begin(call, progress);
  // A cut stream of the Anthropic adapter leaves its blocks open, and after the step nothing could close them.
  for (const chunk of endingChunks(call.writer.recording.fold)) call.writer.push(chunk);
  call.writer.push({ type: "finish-step" });
  call.writer.push({ type: "message-metadata", messageMetadata: assistantMetadata(call) });
  const { calls, unread_calls } = reading;
  return { finish_reason: finishReason(finish), tool_calls: calls, unread_calls };
}

function takeIn(reading: Reading, chunk: Chunk): void {
  if (chunk.type === "tool-input-error") reading.unread_calls += 1;
  if (chunk.type !== "tool-input-available" || chunk.providerExecuted === true) return;
  reading.calls.push({ tool_call_id: chunk.toolCallId, tool_name: chunk.toolName, input: chunk.input });
}

/** Characters that a chunk adds to what the model has said. */
function saidIn(chunk: Chunk): number {
  if ("delta" in chunk) return chunk.delta.length;
  return chunk.type === "tool-input-available" ? (JSON.stringify(chunk.input)?.length ?? 0) : 0;
}

function openStream(input: StepInput, abortSignal: AbortSignal): AsyncIterator<StreamPart> {
  const { model, system, messages, tools } = input;
  const result = streamText({
    model: model.language_model,
    system,
    messages,
    abortSignal,
    maxRetries: 0,
    ...(tools.size === 0 ? {} : { tools: toolSet(tools) }),
    ...(model.max_output === undefined ? {} : { maxOutputTokens: model.max_output }),
    // Errors come as parts of the stream; without this the SDK prints them as well.
    onError: () => {},
  });
  return result.fullStream[Symbol.asyncIterator]();
}

/** Without `execute`: the core runs them, so the SDK never waits for one. */
function toolSet(tools: ReadonlyMap<string, Tool>): ToolSet {
  const set: ToolSet = {};
  for (const { name, description, input_schema } of tools.values()) {
    set[name] = tool({ description, inputSchema: jsonSchema(input_schema) });
  }
  return set;
}

/** What the SDK sends before a byte has come from the model. */
const isContent = (part: StreamPart): boolean => part.type !== "start" && part.type !== "start-step";

function begin(call: CallContext, progress: StepProgress): void {
  if (progress.begun) return;
  progress.begun = true;
  call.writer.push({ type: "start-step" });
}

function toolCallIds(call: CallContext): ToolCallIds {
  const mine = new Map<string, string>();
  return (provider_id) => {
    const known = mine.get(provider_id);
    if (known !== undefined) return known;
    let id = provider_id;
    for (let n = 2; call.usedToolCallIds.has(id); n++) id = `${provider_id}_${n}`;
    call.usedToolCallIds.add(id);
    mine.set(provider_id, id);
    return id;
  };
}

/** TK-1, TK-3, TK-5, Z-5: the one place where usage is taken in. */
function account(call: CallContext, finish: Finish, unmeasured: { sent: number; said: number }): void {
  const reported = reportedUsage(finish.usage);
  const usage = reported ?? estimatedUsage(unmeasured);
  call.unmeasured = undefined;
  if (reported === undefined) call.estimated = true;
  call.usage = addUsage(call.usage ?? NO_USAGE, usage);
  call.context_tokens = totalTokens(usage);
  const cost = reportedCost(finish.usage);
  if (cost !== undefined) call.cost_usd = (call.cost_usd ?? 0) + cost;
}

/** A stream that ends without a word on why was cut, whatever the adapter makes of it (RN-8). */
function finishReason(finish: Finish): FinishReason {
  if (finish.rawFinishReason === undefined) return "interrupted";
  switch (finish.finishReason) {
    case "length":
    case "content-filter":
      return finish.finishReason;
    case "error":
      return "error";
    default:
      return "stop";
  }
}
