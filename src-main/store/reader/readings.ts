/** The questions about a whole session that the reading thread answers, by the name of their verb in the store's port. */
import type { Store } from "../../core/ports/store";
import { searchPrompts } from "./prompt-history";
import { sharedBeginning } from "./shared-beginning";
import { findInSession, textOfSession, usageOfSession } from "./transcript-reading";

/** Each reading gets the thread's own connection and the question's arguments. @throws SqliteError */
export const READINGS = {
  find: findInSession,
  transcriptText: textOfSession,
  usage: usageOfSession,
  sharedBeginning,
  searchPrompts,
} as const;

/** The readings as verbs of the store. */
export type Reading = Pick<Store, keyof typeof READINGS>;
