/** The metadata of the message a turn is writing (DB-12), from what the turn has counted. */
import type { MessageMetadata } from "../../../src-preload/contract/types";
import { estimateTokens, NO_USAGE } from "../context/usage";
import type { CallContext } from "./call";

/**
 * Usage, context and cost so far. A turn that ended in the middle of its first step was measured by nobody: what it said is estimated
 * from its length and marked; a turn in which nothing was said has no usage, which is not zero (TK-5).
 */
export function assistantMetadata(call: CallContext): MessageMetadata {
  const metadata: MessageMetadata = { model: call.model };
  const said = call.usage === undefined ? saidCharacters(call) : 0;
  const usage = call.usage ?? (said > 0 ? { ...NO_USAGE, output: estimateTokens(said) } : null);
  metadata.usage = usage;
  if (call.carried_usage !== undefined) metadata.carried_usage = call.carried_usage;
  if (call.estimated || said > 0) metadata.estimated = true;
  if (call.context_tokens !== undefined) metadata.context_tokens = call.context_tokens;
  if (call.cost_usd !== undefined) metadata.cost_usd = call.cost_usd;
  return metadata;
}

function saidCharacters(call: CallContext): number {
  let characters = 0;
  for (const part of call.writer.recording.fold.parts) {
    if (part.type === "text" || part.type === "reasoning") characters += part.text.length;
  }
  return characters;
}
