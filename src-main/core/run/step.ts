/**
 * Runs one step: one `streamText` call, read to its end and published as it comes. Throws the error that ended it early; retries are not
 * its business.
 */

import type { Chunk, FinishReason } from "../../../src-preload/contract/domain/messages";
import { BraidError } from "../braid-error";
import {
  addUsage,
  estimatedUsage,
  NO_USAGE,
  reportedCost,
  reportedUsage,
  totalTokens,
} from "../context/usage";
import { say } from "../say";
import { endingChunks } from "../transcript/closing";
import { createLongTexts } from "./long-text";
import { type KeepFile, keptFile } from "./made-file";
import { assistantMetadata } from "./metadata";
import { openStream, type StepInput } from "./model-stream";
import { chunkOf, isContent, type StreamPart, type ToolCallIds } from "./step-chunks";
import type { ToolCall } from "./tool-call";
import { replaceFailed, type TurnContext } from "./turn-context";
import { timesFor, watch } from "./watch";

export interface StepResult {
  finish_reason: FinishReason;
  tool_calls: ToolCall[];
  /** Calls whose input could not be read. They never ran; the next step tells the model so, as of any other tool error. */
  unread_calls: number;
  /** The provider paused because its own tools took long, and asks to be asked again with its words so far. */
  paused: boolean;
}

/** How far the current step has come. Once content was published, the step cannot be tried again in the same message (RN-7). */
export interface StepProgress {
  begun: boolean;
  content: boolean;
}

type Unmeasured = NonNullable<TurnContext["unmeasured"]>;
type Finish = Extract<StreamPart, { type: "finish-step" }>;

/** @throws the SDK's or network's error, `PROVIDER_STALLED`, `PROVIDER_BAD_STREAM`, `STORE_UNAVAILABLE`, or the signal's reason. */
export async function runStep(
  turn: TurnContext,
  input: StepInput,
  progress: StepProgress,
): Promise<StepResult> {
  // Ends the model's connection when this step is over, for whatever reason.
  const connection = new AbortController();
  const abort = () => connection.abort();
  turn.signal.addEventListener("abort", abort, { once: true });
  try {
    return await readStep(turn, input, progress, connection.signal);
  } finally {
    turn.signal.removeEventListener("abort", abort);
    connection.abort();
  }
}

/** The outcome of a step so far, beside its published chunks. */
interface Reading {
  calls: ToolCall[];
  unread_calls: number;
  /** The message has no more room. */
  full: boolean;
  finish: Finish | undefined;
}

async function readStep(
  turn: TurnContext,
  input: StepInput,
  progress: StepProgress,
  connection: AbortSignal,
): Promise<StepResult> {
  const unmeasured = { sent: input.system.length + input.prompt.characters, said: 0 };
  // What a failed attempt has said counts until another takes its place.
  if (turn.replaceFailed === undefined) turn.unmeasured = unmeasured;
  const times = timesFor(input.model, turn.settings);
  const { finish, full, calls, unread_calls } = await readParts(
    turn,
    watch((onBytes) => openStream(input, connection, onBytes), turn.signal, times, isContent),
    input.keep,
    progress,
    unmeasured,
  );
  if (finish === undefined && !full) throw new BraidError("PROVIDER_BAD_STREAM", say("stream.no-end"));
  begin(turn, progress, unmeasured);
  account(turn, finish, unmeasured);
  // The Anthropic adapter leaves the blocks of a cut stream open, and nothing could close them after the step.
  for (const chunk of endingChunks(turn.writer.recording.fold)) turn.writer.push(chunk);
  turn.writer.push({ type: "finish-step" });
  turn.room.takes({ type: "finish-step" });
  turn.writer.push({ type: "message-metadata", messageMetadata: assistantMetadata(turn) });
  const paused = finish?.rawFinishReason === "pause_turn" && progress.content;
  return { finish_reason: full ? "length" : finishReason(finish), tool_calls: calls, unread_calls, paused };
}

/** Reads a step to its end, or until the message is full. */
async function readParts(
  turn: TurnContext,
  parts: AsyncIterable<StreamPart>,
  keep: KeepFile,
  progress: StepProgress,
  unmeasured: Unmeasured,
): Promise<Reading> {
  const ids = toolCallIds(turn);
  const split = createLongTexts();
  const reading: Reading = { calls: [], unread_calls: 0, full: false, finish: undefined };
  for await (const part of parts) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new BraidError("PROVIDER_UNAVAILABLE", say("stream.cut"));
    if (part.type === "finish-step") reading.finish = part;
    const said = chunkOf(part, ids);
    if (said === undefined) continue;
    begin(turn, progress, unmeasured);
    reading.full = !turn.room.takes(said);
    if (reading.full) break;
    const chunk = said.type === "file" ? await keptFile(said, keep) : said;
    progress.content = true;
    for (const piece of split(chunk)) turn.writer.push(piece);
    takeIn(reading, chunk);
    unmeasured.said += saidIn(chunk);
  }
  return reading;
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

/** Begins the step in its message, which is a new one after an attempt that had said something. */
function begin(turn: TurnContext, progress: StepProgress, unmeasured: Unmeasured): void {
  if (progress.begun) return;
  progress.begun = true;
  replaceFailed(turn);
  turn.unmeasured = unmeasured;
  turn.half_step = true;
  turn.writer.push({ type: "start-step" });
}

function toolCallIds(turn: TurnContext): ToolCallIds {
  const mine = new Map<string, string>();
  return (provider_id) => {
    const known = mine.get(provider_id);
    if (known !== undefined) return known;
    let id = provider_id;
    for (let n = 2; turn.usedToolCallIds.has(id); n++) id = `${provider_id}_${n}`;
    turn.usedToolCallIds.add(id);
    mine.set(provider_id, id);
    return id;
  };
}

/** TK-1, TK-3, TK-5, Z-5: the one place that counts usage. */
function account(turn: TurnContext, finish: Finish | undefined, unmeasured: Unmeasured): void {
  const reported = finish && reportedUsage(finish.usage);
  const usage = reported ?? estimatedUsage(unmeasured);
  turn.unmeasured = undefined;
  turn.half_step = false;
  if (reported === undefined) turn.estimated = true;
  turn.usage = addUsage(turn.usage ?? NO_USAGE, usage);
  turn.context_tokens = totalTokens(usage);
  // A server that counts its own words alone has counted no prompt.
  turn.sent_tokens = (reported && usage.input + usage.cache_read + usage.cache_write) || undefined;
  turn.last_step = reported;
  const cost = finish && reportedCost(finish.usage);
  if (cost !== undefined) turn.cost_usd = (turn.cost_usd ?? 0) + cost;
}

/** A stream that ends without a reason was cut, whatever the adapter makes of it (RN-8). */
function finishReason(finish: Finish | undefined): FinishReason {
  if (finish?.rawFinishReason === undefined) return "interrupted";
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
