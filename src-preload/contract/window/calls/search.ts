/** The search over all sessions (SE-5). */
import { z } from "zod";
import { LONGEST_SEARCH } from "../../domain/limits";
import type { FoundPage } from "../../domain/search";

export interface SearchOutputs {
  "search.find": FoundPage;
}

export const searchSchemas = {
  "search.find": z.strictObject({
    text: z.string().max(LONGEST_SEARCH, "the search is too long"),
    order: z.enum(["newest", "best"]),
    limit: z.int().min(1).max(100),
    after: z.int().min(0).exactOptional(),
  }),
} as const;
