/** Prunes outputs of tools while a turn runs (PR-1, RN-9). A mark is stored once it is decided, so that later prompts begin alike (SP-3). */

import { firstProtected, type Pressure, planPruning, weighed } from "../context/pruning";
import type { Mark } from "../ports/prune-store";
import type { Prompt } from "./prompt";
import { tellPruned } from "./tell-pruned";
import { messageId, type TurnContext, type TurnDeps } from "./turn-context";

/** Tokens of a character, where the prompt says nothing better of itself. */
const [LEAST_RATE, MOST_RATE] = [0.15, 1];

/**
 * Marks the outputs that the prompt of the next step is to lose. Returns false where it stays as it is. Looks at no stored message: the
 * prompt knows its outputs.
 * @throws BraidError `STORE_UNAVAILABLE`
 */
export function pruneOutputs(
  deps: Pick<TurnDeps, "store" | "settings" | "clock">,
  turn: TurnContext,
  prompt: Prompt,
  pressure: Pick<Pressure, "fill" | "limit" | "aggressive">,
): boolean {
  const { prune_at, clear_at, smart_recovery } = deps.settings.compaction(turn.model);
  const isOver = pressure.aggressive === true || pressure.fill > pressure.limit * prune_at;
  if (!isOver || prompt.outputs.length === 0 || !smart_recovery.prune_tool_outputs) return false;
  const { session_id } = turn.claim;
  const here = messageId(turn);
  const { parts } = turn.writer.recording.fold;
  const rate = Math.min(MOST_RATE, Math.max(LEAST_RATE, pressure.fill / Math.max(1, prompt.characters)));
  const found = prompt.outputs.map((output) =>
    output.message_id === prompt.live ? { ...output, message_id: here } : output,
  );
  const outputs = weighed(found, {
    answers: parts.length > 0 ? [...prompt.answers, here] : prompt.answers,
    live: { id: here, from: firstProtected(parts) },
    sizeOf: (characters) => Math.ceil(characters * rate),
  });
  const marks = planPruning(outputs, { ...pressure, prune_at, clear_at });
  if (marks.length === 0) return false;
  // A mark names a stored part.
  turn.writer.flush();
  noteBefore(deps, turn, marks);
  deps.store.putPruneMarks({ session_id, marks, now: deps.clock.now() });
  turn.pruned = deps.store.prunedOf(here);
  // The prompt is shorter now, and no provider has counted it yet.
  turn.sent_tokens = undefined;
  tellPruned(deps, turn.feed, marks);
  return true;
}

function noteBefore(
  { store }: Pick<TurnDeps, "store">,
  { pruned_before }: TurnContext,
  marks: readonly Mark[],
): void {
  for (const { message_id, index } of marks) {
    const isNoted = pruned_before.some((noted) => noted.message_id === message_id && noted.index === index);
    const before = store.prunedOf(message_id).find((mark) => mark.index === index);
    if (!isNoted) pruned_before.push({ message_id, index, before });
  }
}
