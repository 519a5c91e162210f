/** Asks a model one question beside the turns (titles, summaries). Returns its words and their cost (TK-1). Publishes nothing. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import { estimatedUsage, reportedCost, reportedUsage } from "../context/usage";
import type { ResolvedModel } from "../ports/models";

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
  /** The SDK's name for the reason of the end. */
  finish_reason: string;
  cost: Cost;
}

/** The cost of a call, as the account takes it (TK-1). */
export interface Cost {
  usage: Usage;
  estimated: boolean;
  cost_usd?: number;
}

/** @throws the SDK's or network's error, or the signal's reason as soon as it aborts, whatever the model does. */
export async function askOnce(
  model: ResolvedModel,
  { system, prompt, max_output, thoughts = model.thinks ? THOUGHTS : 0 }: Question,
  signal: AbortSignal,
): Promise<Said> {
  const { generateText } = await import("ai");
  signal.throwIfAborted();
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  const asked = generateText({
    model: model.language_model,
    system,
    prompt,
    maxRetries: 0,
    maxOutputTokens: Math.min(max_output + thoughts, model.max_output ?? Infinity),
    abortSignal: signal,
  });
  try {
    const { text, usage, finishReason } = await Promise.race([asked, stopped]);
    const reported = reportedUsage(usage);
    const cost_usd = reportedCost(usage);
    return {
      model: model.ref,
      text,
      finish_reason: finishReason,
      cost: {
        usage: reported ?? estimatedUsage({ sent: system.length + prompt.length, said: text.length }),
        estimated: reported === undefined,
        ...(cost_usd === undefined ? {} : { cost_usd }),
      },
    };
  } finally {
    signal.removeEventListener("abort", stop);
    asked.catch(() => {});
  }
}
