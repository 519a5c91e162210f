/** Decides what a compaction keeps and what its summary stands for (CP-4). Pure. */

import {
  type Compaction,
  compactionOf,
  type TailWarning,
} from "../../../src-preload/contract/domain/compaction";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { partText } from "./part-text";
import { cutAt, firstOf, type Split, type TurnSize, tailOf } from "./tail";

export interface CompactionPlan {
  /** The messages that the summary stands for; of a split answer the parts. An earlier summary is not among them. */
  hidden: StoredMessage[];
  kept: StoredMessage[];
  /** The last message that leaves the view; the empty text where none does. */
  through: MessageId | "";
  /** The first message that is kept; absent where none is. */
  tail_start_id?: MessageId;
  split?: Split;
  tail_warning?: TailWarning;
  /** An earlier summary, which the new one must hold. */
  earlier?: Compaction;
  /** The user's messages that the summary stands for in all. */
  turns: number;
}

export interface PlanOptions {
  /** Tokens that the conversation may take (CP-1). */
  usable: number;
  tail_turns: number;
  tail_budget_pct: number;
  /** The last turn is being answered: it is kept, if need be with its last steps alone. */
  live: boolean;
  sizeOf(text: string): number;
}

/** The share of the window that a running turn may take before its first steps are summarised as well. */
const LIVE_SHARE = 0.5;

/**
 * @param messages the visible ones, with the answer that is being written
 * @param turns the last of them at least, one more than the tail may hold
 */
export function planCompaction(
  messages: readonly StoredMessage[],
  turns: readonly TurnSize[],
  options: PlanOptions,
): CompactionPlan {
  const { from, split, warning } = options.live
    ? tailWithLive(turns, messages, options)
    : tailByHand(turns, options);
  const plan = cutPlan(messages, { tail_start_id: firstOf(turns[from]), split });
  return warning === undefined ? plan : { ...plan, tail_warning: warning };
}

/** The plan that keeps a tail from a message on; undefined where that is not there, or nothing would be summarised. */
export function planFrom(
  messages: readonly StoredMessage[],
  tail_start_id: MessageId,
): CompactionPlan | undefined {
  if (!messages.some(({ id }) => id === tail_start_id)) return undefined;
  const plan = cutPlan(messages, { tail_start_id });
  return plan.hidden.length === 0 ? undefined : plan;
}

function cutPlan(
  messages: readonly StoredMessage[],
  { tail_start_id, split }: { tail_start_id: MessageId | undefined; split?: Split | undefined },
): CompactionPlan {
  const earlier = messages.map(compactionOf).find(Boolean);
  const at =
    tail_start_id === undefined ? messages.length : messages.findIndex(({ id }) => id === tail_start_id);
  const { hidden, kept } = cutAt(messages, { tail_start_id, split }, earlier?.split);
  return {
    hidden,
    kept,
    turns: hidden.filter(({ role }) => role === "user").length + (earlier?.turns ?? 0),
    through: messages[at - 1]?.id ?? "",
    ...(tail_start_id === undefined ? {} : { tail_start_id }),
    ...(split === undefined ? {} : { split }),
    ...(earlier === undefined ? {} : { earlier }),
  };
}

interface Cut {
  from: number;
  split?: Split | undefined;
  warning?: TailWarning;
}

/** A user who asks for a summary gets one, even of the turns that would otherwise be kept. */
function tailByHand(turns: readonly TurnSize[], { usable, tail_turns, tail_budget_pct }: PlanOptions): Cut {
  const few = Math.min(tail_turns, Math.max(0, turns.length - 1));
  return tailOf(turns, { tail_turns: few, budget: usable * tail_budget_pct });
}

function tailWithLive(
  turns: readonly TurnSize[],
  messages: readonly StoredMessage[],
  options: PlanOptions,
): Cut {
  const { usable, tail_turns, tail_budget_pct } = options;
  const budget = usable * tail_budget_pct;
  const live = turns.at(-1);
  const before = turns.slice(0, -1);
  if (live === undefined) return { from: 0 };
  if (live.tokens <= usable * LIVE_SHARE || live.answer_ids.length === 0)
    return tailOf(before, { tail_turns, budget: Math.max(0, budget - live.tokens) });
  return { from: before.length, split: lastSteps(messages, live, budget, options), warning: "steps" };
}

/** As many of the last steps of a running answer as the budget allows, but at least one. */
function lastSteps(
  messages: readonly StoredMessage[],
  live: TurnSize,
  budget: number,
  { sizeOf }: PlanOptions,
): Split | undefined {
  const answer = messages.find(({ id }) => id === live.answer_ids.at(-1));
  if (answer === undefined) return undefined;
  const steps = answer.parts.flatMap(({ type }, index) => (type === "step-start" ? [index] : []));
  let size = 0;
  let from_part: number | undefined;
  let end = answer.parts.length;
  for (const step of steps.toReversed()) {
    size += sizeOf(answer.parts.slice(step, end).map(partText).join("\n"));
    if (from_part !== undefined && size > budget) break;
    from_part = step;
    end = step;
  }
  return from_part === undefined ? undefined : { message_id: answer.id, from_part };
}
