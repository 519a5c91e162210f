/** The part of the store that keeps the costs which hooks supply (TK-4). */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";

export interface SuppliedCost {
  session_id: SessionId;
  message_id: MessageId;
  cost_usd: number;
  now: number;
}

export interface CostStore {
  /**
   * One transaction: keeps the cost of an answer that has ended, and adds it to its session's. Returns false where the provider, or a hook
   * before, has said it already. Does not change `updated_at`: counting is not activity.
   */
  supplyCost(cost: SuppliedCost): boolean;
}
