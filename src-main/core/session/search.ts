/** Searches all sessions (SE-1, SE-5). */
import type { FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";
import type { SearchStore } from "../ports/search-store";

export class Search {
  constructor(private readonly store: SearchStore) {}

  /** @throws BraidError `STORE_UNAVAILABLE` */
  async find(request: SearchRequest): Promise<FoundPage> {
    return await this.store.search(request);
  }
}
