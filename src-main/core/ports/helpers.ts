/** Helpers (AG-2): agents that do a piece of work for another one, in a session of their own. The tool `task` asks them. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { HelperEnd } from "../../../src-preload/contract/domain/tools";
import type { ToolCallContext } from "./tools";

/** The name of the tool. */
export const TASK = "task";
/** AG-2: how many sessions may stand above a helper's own. A helper at this depth has none of its own. */
export const MOST_DEPTH = 5;

export interface HelperOrder {
  /** The name of the helper. */
  agent: string;
  /** The title of its session. */
  description: string;
  prompt: string;
}

export interface HelperAnswer {
  session_id: SessionId;
  /** The words of its last answer, or why there is none. */
  text: string;
  /** Calls to its model. */
  steps: number;
  /** All tokens that it took, those of its own helpers included. */
  tokens: number;
  /** Why it was not done; absent where it was. */
  ended?: HelperEnd;
}

export interface Helpers extends HelperWork {
  /** The helpers to choose from. */
  readonly agents: readonly { name: string; description?: string }[];
}

export interface HelperWork {
  /**
   * Resolves when the helper is done, however it ended. While it works, `context.report` hears how far it has come, at most four times a
   * second. Its session ends with `context.signal` (AB-3).
   * @throws Error for the model where the helper cannot begin; the signal's reason
   */
  run(order: HelperOrder, context: ToolCallContext): Promise<HelperAnswer>;
}
