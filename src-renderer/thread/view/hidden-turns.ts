/** The places at which timelines part, as the conversation shows them. Pure. */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { HiddenTurns } from "../../../src-preload/contract/domain/timeline";

/** The place before the first message. */
export const BEGINNING = "";

/** The hidden timelines after each message, oldest first. */
type HiddenByPlace = ReadonlyMap<MessageId | typeof BEGINNING, readonly HiddenTurns[]>;

export const hiddenByPlace = (hidden: readonly HiddenTurns[]): HiddenByPlace =>
  Map.groupBy(hidden, ({ after }) => after ?? BEGINNING);
