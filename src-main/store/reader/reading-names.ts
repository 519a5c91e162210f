/** The verbs that the reading thread answers, by name alone: main needs none of their code. */
import type { Store } from "../../core/ports/store";

export const READING_NAMES = [
  "find",
  "transcriptText",
  "usage",
  "sharedBeginning",
  "searchPrompts",
] as const satisfies readonly (keyof Store)[];

export type ReadingName = (typeof READING_NAMES)[number];

/** The readings as verbs of the store. */
export type Reading = Pick<Store, ReadingName>;
