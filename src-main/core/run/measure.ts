/** Counts prompts in the tokens of their model (TK-3): a raw count beside the input thread, times the model's own ratio. */

import type { LanguageModelV3Message } from "@ai-sdk/provider";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { type Calibration, estimateOf } from "../context/estimate";
import { type PromptTool, rawTokens } from "../context/raw-tokens";
import type { TokenCounter } from "../ports/token-counter";
import type { Tool } from "../ports/tools";

export interface Measuring {
  counter: TokenCounter;
  calibration: Calibration;
}

export interface Counted {
  system?: string | undefined;
  messages: readonly LanguageModelV3Message[];
  tools?: ReadonlyMap<string, Tool>;
}

/** @throws the signal's reason, once it aborts */
export function rawTokensOf(
  { counter }: Measuring,
  { system, messages, tools }: Counted,
  signal: AbortSignal,
): Promise<number> {
  const said: LanguageModelV3Message[] = system === undefined ? [] : [{ role: "system", content: system }];
  return rawTokens(
    counter,
    { messages: [...said, ...messages], tools: [...(tools?.values() ?? [])].map(promptTool) },
    signal,
  );
}

/** An estimate of the tokens that this model counts. @throws the signal's reason, once it aborts */
export async function countedTokens(
  measuring: Measuring,
  model: ModelRef,
  counted: Counted,
  signal: AbortSignal,
): Promise<number> {
  const raw = await rawTokensOf(measuring, counted, signal);
  return estimateOf({ raw, ratio: measuring.calibration.ratioOf(model) });
}

export const promptTool = ({ name, description, input_schema }: Tool): PromptTool => ({
  type: "function",
  name,
  description,
  inputSchema: input_schema,
});
