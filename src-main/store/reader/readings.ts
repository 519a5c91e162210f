/** The questions about a whole session that the reading thread answers, by the name of their verb in the store's port. */

import { searchPrompts } from "./prompt-history";
import type { ReadingName } from "./reading-names";
import { sharedBeginning } from "./shared-beginning";
import { findInSession, textOfSession } from "./transcript-reading";
import { readUsage } from "./usage-of-session";

/** Each reading gets the thread's own connection and the question's arguments. @throws SqliteError */
export const READINGS = {
  find: findInSession,
  transcriptText: textOfSession,
  usage: readUsage,
  sharedBeginning,
  searchPrompts,
} as const satisfies Record<ReadingName, unknown>;
