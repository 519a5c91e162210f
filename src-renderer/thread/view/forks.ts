/** The places at which timelines part, as the conversation shows them. Pure. */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { HiddenTurns } from "../../../src-preload/contract/domain/timeline";

/** The place before the first message. */
export const BEGINNING = "";

/** The hidden timelines after each message, oldest first. */
export type Forks = ReadonlyMap<MessageId | typeof BEGINNING, readonly HiddenTurns[]>;

export const forksOf = (hidden: readonly HiddenTurns[]): Forks =>
  Map.groupBy(hidden, ({ after }) => after ?? BEGINNING);
