/** The part of the store that searches all sessions (SE-5). */
import type { FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";

export interface SearchStore {
  /** Runs in a thread of its own, on an index that follows the database. Knows all that was committed before the call. */
  search(request: SearchRequest): Promise<FoundPage>;
}
