/** Plans what "Free up space" frees, and counts what pruned outputs save (PR-2, PR-3). */

import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Freed, PruneLevel } from "../../../src-preload/contract/domain/pruning";
import { partText } from "../context/part-text";
import { outputSizesOf, planPruning, prunedPart } from "../context/pruning";
import type { Mark, OutputPlace } from "../ports/prune-store";
import { countedTokens, type Measuring } from "./measure";
import { visibleMessages } from "./read-transcript";
import type { TurnDeps } from "./turn-context";

export interface Freeing extends Freed {
  marks: Mark[];
}

/** An output before and after, as the model reads it. */
interface Change extends OutputPlace {
  from: PruneLevel | undefined;
  to: PruneLevel | undefined;
}

/** The window's size decides nothing by hand. */
const ANY_FILL = { fill: 0, limit: 0, prune_at: 0, clear_at: 0, aggressive: true };

/** @throws BraidError `STORE_UNAVAILABLE` */
export async function planFreeing(
  deps: Measuring & Pick<TurnDeps, "store">,
  { session_id, model }: { session_id: SessionId; model: ModelRef },
): Promise<Freeing> {
  const messages = await visibleMessages(deps.store, session_id, new AbortController().signal);
  const split = messages.map(compactionOf).find(Boolean)?.split;
  const sizes = outputSizesOf(messages, { split, by_hand: true, sizeOf: (characters) => characters });
  const marks = planPruning(sizes, ANY_FILL);
  const levels = new Map(sizes.map((size) => [`${size.message_id} ${size.index}`, size.level]));
  const changes = marks.map(({ level: to, ...place }) => {
    const from = levels.get(`${place.message_id} ${place.index}`);
    return { ...place, from, to };
  });
  return { marks, outputs: marks.length, tokens: await tokensSaved(deps, model, messages, changes) };
}

/** Tokens that the model reads less after some changes. */
export async function tokensSaved(
  measuring: Measuring,
  model: ModelRef,
  messages: readonly StoredMessage[],
  changes: readonly Change[],
): Promise<number> {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const read = async (which: "from" | "to") => {
    const texts = changes.flatMap((change) => {
      const part = byId.get(change.message_id)?.parts[change.index];
      const level = change[which];
      if (part === undefined) return [];
      return [
        { type: "text" as const, text: partText(level === undefined ? part : prunedPart(part, level)) },
      ];
    });
    const message = { role: "user" as const, content: texts };
    return await countedTokens(measuring, model, { messages: [message] }, new AbortController().signal);
  };
  return (await read("from")) - (await read("to"));
}
