/** The part of the store that finds what its user sent (SE-5b). */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { PromptHistoryPage } from "../../../src-preload/contract/domain/prompt-history";

export interface PromptQuery {
  /** Folded; each must be in the text. */
  words: readonly string[];
  before?: MessageId;
  limit: number;
}

export interface PromptHistoryStore {
  /**
   * Runs in another thread, over a bounded number of messages, so that no window waits. Leaves out the trash, and texts that were taken
   * out.
   */
  searchPrompts(query: PromptQuery): Promise<PromptHistoryPage>;
  /** Takes a text out of the history for all messages until `now`. */
  removePrompt(text: string, now: number): Promise<void>;
}
