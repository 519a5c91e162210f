/** The search over all sessions (SE-5). */
import * as z from "zod/mini";
import { LONGEST_SEARCH } from "../../domain/limits";
import type { FoundPage } from "../../domain/search";

export interface SearchOutputs {
  "search.find": FoundPage;
}

export const searchSchemas = {
  "search.find": z.strictObject({
    text: z.string().check(z.maxLength(LONGEST_SEARCH, "the search is too long")),
    order: z.enum(["newest", "best"]),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
    after: z.exactOptional(z.int().check(z.minimum(0))),
  }),
} as const;
