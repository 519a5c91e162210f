/** The part of the store that knows which sessions are helpers' (AG-2), and for which session each works. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { PermissionRule } from "../../../src-preload/contract/domain/permissions";

/** The call that a helper works for. */
export interface TaskLink {
  parent_id: SessionId;
  /** The call in the parent. */
  tool_call_id: string;
}

export interface TaskStore {
  /** The sessions of helpers that work for this one, oldest first, those in the trash too. */
  tasksOf(parent_id: SessionId): SessionId[];
  /** How many sessions stand above this one: 0 for a session that is no helper's. */
  taskDepth(session_id: SessionId): number;
  /** PM-3: the session rules of each session above this one, the nearest first. Empty for a session that is no helper's. */
  inheritedRules(session_id: SessionId): PermissionRule[][];
}
