/** Asks a model one question beside the turns (titles, summaries). Returns its words and their cost (TK-1). Publishes nothing. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import { BraidError } from "../braid-error";
import { estimatedUsage, reportedCost, reportedUsage } from "../context/usage";
import type { ResolvedModel } from "../ports/models";
import { hearingBytes } from "../ports/wire-bytes";
import { say } from "../say";
import { isContent, type StreamPart } from "./step-chunks";
import { type WatchTimes, watch } from "./watch";

export interface Question {
  system: string;
  prompt: string;
  /** Tokens of its words. */
  max_output: number;
  /** Tokens of its thoughts, which count as output everywhere; absent: as many as a model that is known to think may need. */
  thoughts?: number;
}

/** Tokens. At their lowest level models think less. */
export const THOUGHTS = 8192;

export interface Said {
  /** The model that was asked. */
  model: ModelRef;
  text: string;
  /** The SDK's name for the reason of the end; "interrupted" where the model gave none. */
  finish_reason: string;
  cost: Cost;
}

/** The cost of a call, as the account takes it (TK-1). */
export interface Cost {
  usage: Usage;
  estimated: boolean;
  cost_usd?: number;
}

/** Milliseconds that a server on this computer may be silent before its first word: it has to read the whole prompt. */
const NEARBY_FIRST_MS = 300_000;
/** Characters of a token, at most. A server may send more than it was asked for, without end. */
const LONGEST_TOKEN = 16;

/**
 * Reads the answer as a stream: a slow model is known by its silence, not by the length of its answer (RN-8).
 * @throws the SDK's or network's error, `PROVIDER_STALLED`, or the signal's reason as soon as it aborts, whatever the model does.
 */
export async function askOnce(
  model: ResolvedModel,
  { system, prompt, max_output, thoughts = model.thinks ? THOUGHTS : 0 }: Question,
  signal: AbortSignal,
  { first_chunk_timeout_ms, stall_timeout_ms }: WatchTimes,
): Promise<Said> {
  const { streamText } = await import("ai");
  signal.throwIfAborted();
  // Ends the model's connection when this call is over, for whatever reason.
  const connection = new AbortController();
  const { context_limit = Infinity, max_output: longest = Infinity } = model;
  // Many servers refuse a prompt that leaves no room for the longest answer.
  const most = Math.min(max_output + Math.min(thoughts, Math.floor(context_limit / 8)), longest);
  const ask = () =>
    streamText({
      model: model.language_model,
      system,
      prompt,
      maxRetries: 0,
      maxOutputTokens: most,
      abortSignal: AbortSignal.any([signal, connection.signal]),
      // Errors come as parts of the stream; without this handler the SDK prints them as well.
      onError: () => {},
    }).fullStream[Symbol.asyncIterator]();
  const first = model.nearby ? Math.max(first_chunk_timeout_ms, NEARBY_FIRST_MS) : first_chunk_timeout_ms;
  const times = { first_chunk_timeout_ms: first, stall_timeout_ms };
  try {
    const parts = watch((onBytes) => hearingBytes(onBytes, ask), signal, times, isContent);
    const { text, finish } = await readAnswer(parts, most * LONGEST_TOKEN);
    return {
      model: model.ref,
      text,
      finish_reason: finish?.rawFinishReason === undefined ? "interrupted" : finish.finishReason,
      cost: costOf(finish, { sent: system.length + prompt.length, said: text.length }),
    };
  } finally {
    connection.abort();
  }
}

type Finish = Extract<StreamPart, { type: "finish-step" }>;

async function readAnswer(
  parts: AsyncIterable<StreamPart>,
  most: number,
): Promise<{ text: string; finish: Finish | undefined }> {
  let [text, length] = ["", 0];
  for await (const part of parts) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new BraidError("PROVIDER_UNAVAILABLE", say("stream.cut"));
    if (part.type === "finish-step") return { text, finish: part };
    if (part.type === "text-delta" || part.type === "reasoning-delta") length += part.text.length;
    if (part.type === "text-delta") text += part.text;
    if (length > most) break;
  }
  return { text, finish: undefined };
}

function costOf(finish: Finish | undefined, characters: { sent: number; said: number }): Cost {
  const reported = finish && reportedUsage(finish.usage);
  const cost_usd = finish && reportedCost(finish.usage);
  return {
    usage: reported ?? estimatedUsage(characters),
    estimated: reported === undefined,
    ...(cost_usd === undefined ? {} : { cost_usd }),
  };
}
