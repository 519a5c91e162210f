/** The metadata of the message a turn is writing (DB-12), from what the turn has counted. */

import { isDeepStrictEqual } from "node:util";
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import { estimatedUsage, totalTokens } from "../context/usage";
import type { TurnContext } from "./turn-context";

/**
 * Usage, context and cost so far. Nobody measured a turn that ended in the middle of its first step: its usage is estimated from the length
 * of both texts, and marked. A turn without any words has no usage, which is not zero (TK-3, TK-5).
 */
export function assistantMetadata(turn: TurnContext): MessageMetadata {
  const { unmeasured } = turn;
  const isHalf = turn.usage === undefined && unmeasured !== undefined && unmeasured.said > 0;
  const half = isHalf ? estimatedUsage(unmeasured) : undefined;
  const metadata: MessageMetadata = { model: turn.model, usage: turn.usage ?? half ?? null };
  const context_tokens = half ? totalTokens(half) : turn.context_tokens;
  if (turn.carried_usage !== undefined) metadata.carried_usage = turn.carried_usage;
  if (turn.estimated || half !== undefined) metadata.estimated = true;
  if (context_tokens !== undefined) metadata.context_tokens = context_tokens;
  if (turn.sent_tokens !== undefined) metadata.sent_tokens = turn.sent_tokens;
  if (turn.last_step !== undefined && !isDeepStrictEqual(turn.last_step, turn.usage))
    metadata.last_step = turn.last_step;
  if (turn.half_step) metadata.half_step = true;
  if (turn.summary_id !== undefined) metadata.summary_id = turn.summary_id;
  if (turn.thoughts_refused) metadata.thoughts_refused = true;
  if (turn.compaction_failed !== undefined) metadata.compaction_failed = turn.compaction_failed;
  if (turn.cost_usd !== undefined) metadata.cost_usd = turn.cost_usd;
  if (turn.retried !== undefined) metadata.retried = turn.retried;
  return metadata;
}
