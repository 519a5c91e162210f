/** Asks a model one question beside the turns (titles, summaries). Returns its words, and accounts their cost (TK-1). Publishes nothing. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import { BraidError } from "../braid-error";
import { estimatedUsage, reportedCost, reportedUsage } from "../context/usage";
import type { ResolvedModel } from "../ports/models";
import { hearingBytes } from "../ports/wire-bytes";
import { say } from "../say";
import { isContent, type StreamPart } from "./step-chunks";
import { timesFor, type WatchTimes, watch } from "./watch";

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
  text: string;
  /** The SDK's name for the reason of the end; "interrupted" where the model gave none. */
  finish_reason: string;
}

/** The cost of a call, as the account takes it (TK-1). */
export interface CallCost {
  model: ModelRef;
  usage: Usage;
  estimated: boolean;
  cost_usd?: number;
}

export interface Asking {
  signal: AbortSignal;
  /** A server on this computer gets more. */
  times: WatchTimes;
  /** Hears what the call cost, once, before it ends. A call that broke off was paid for as well once it had said something (TK-5). */
  account(cost: CallCost): void;
}

/** Characters of a token, at most. A server may send more than it was asked for, without end. */
const LONGEST_TOKEN = 16;

/**
 * Reads the answer as a stream: a slow model is known by its silence, not by the length of its answer (RN-8).
 * @throws the SDK's or network's error, `PROVIDER_STALLED`, or the signal's reason as soon as it aborts, whatever the model does.
 */
export async function askOnce(
  model: ResolvedModel,
  { system, prompt, max_output, thoughts = model.thinks ? THOUGHTS : 0 }: Question,
  { signal, times, account }: Asking,
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
  const answer: Answer = { text: "", length: 0, finish: undefined };
  try {
    const parts = watch((onBytes) => hearingBytes(onBytes, ask), signal, timesFor(model, times), isContent);
    await readAnswer(parts, most * LONGEST_TOKEN, answer);
    const { text, finish } = answer;
    return {
      text,
      finish_reason: finish?.rawFinishReason === undefined ? "interrupted" : finish.finishReason,
    };
  } finally {
    connection.abort();
    if (answer.finish !== undefined || answer.length > 0)
      account({ model: model.ref, ...costOf(answer, system.length + prompt.length) });
  }
}

type Finish = Extract<StreamPart, { type: "finish-step" }>;

/** An answer as far as it has come. */
interface Answer {
  text: string;
  /** Characters of its words and thoughts. */
  length: number;
  finish: Finish | undefined;
}

/** Reads an answer to its end, or until it is longer than it may be. */
async function readAnswer(parts: AsyncIterable<StreamPart>, most: number, answer: Answer): Promise<void> {
  for await (const part of parts) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new BraidError("PROVIDER_UNAVAILABLE", say("stream.cut"));
    if (part.type === "finish-step") {
      answer.finish = part;
      return;
    }
    if (part.type === "text-delta" || part.type === "reasoning-delta") answer.length += part.text.length;
    if (part.type === "text-delta") answer.text += part.text;
    if (answer.length > most) return;
  }
}

function costOf({ finish, length }: Answer, sent: number): Omit<CallCost, "model"> {
  const reported = finish && reportedUsage(finish.usage);
  const cost_usd = finish && reportedCost(finish.usage);
  return {
    usage: reported ?? estimatedUsage({ sent, said: length }),
    estimated: reported === undefined,
    ...(cost_usd === undefined ? {} : { cost_usd }),
  };
}
