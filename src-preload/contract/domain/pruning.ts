/** Pruning (PR): outputs of tools that the model reads in part, or not at all. The stored outputs stay as they are. */

/** `middle`: both ends of an output stay. `cleared`: nothing of it. */
export type PruneLevel = "middle" | "cleared";

/** A pruned output of a message, or one that was pruned once. */
export interface PrunedOutput {
  /** The index of the part among the stored parts of its message. */
  index: number;
  level: PruneLevel;
  /** False where the user asked for it. */
  auto: boolean;
  /** Epoch milliseconds. */
  at: number;
  /** Since then the model reads all of it again, and it is not pruned by itself any more (PR-2). Epoch milliseconds. */
  back_at?: number;
}

/** The outputs that pruning takes, and the tokens that it frees (PR-3). */
export interface Freed {
  outputs: number;
  tokens: number;
}
