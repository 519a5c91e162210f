/** Counts tokens beside the input thread. Its counts are raw: another model's own may differ, which a ratio makes good (`context/estimate.ts`). */

export interface TokenCounter {
  /**
   * Returns the raw tokens of each text. No text makes it fail, and where nothing can count, the counts are estimates.
   * @throws the signal's reason, once it aborts
   */
  count(texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
  /** Gives back all that counting holds, such as a thread. A later count takes it again. */
  close(): Promise<void>;
}
