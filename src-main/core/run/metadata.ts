/** The metadata of the message a turn is writing (DB-12), from what the turn has counted. */
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import { estimatedUsage, totalTokens } from "../context/usage";
import type { CallContext } from "./call";

/**
 * Usage, context and cost so far. Nobody measured a turn that ended in the middle of its first step: its usage is estimated from the length
 * of both texts, and marked. A turn without any words has no usage, which is not zero (TK-3, TK-5).
 */
export function assistantMetadata(call: CallContext): MessageMetadata {
  const { unmeasured } = call;
  const isHalf = call.usage === undefined && unmeasured !== undefined && unmeasured.said > 0;
  const half = isHalf ? estimatedUsage(unmeasured) : undefined;
  const metadata: MessageMetadata = { model: call.model, usage: call.usage ?? half ?? null };
  const context_tokens = half ? totalTokens(half) : call.context_tokens;
  if (call.carried_usage !== undefined) metadata.carried_usage = call.carried_usage;
  if (call.estimated || half !== undefined) metadata.estimated = true;
  if (context_tokens !== undefined) metadata.context_tokens = context_tokens;
  if (call.cost_usd !== undefined) metadata.cost_usd = call.cost_usd;
  if (call.retried !== undefined) metadata.retried = call.retried;
  return metadata;
}
