/** Tells which parts of a message a model was not sent, and why: a look at the prompt's stages from outside ("Prompt as sent"). Pure. */

import type { BraidMessage, BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { isOutputSummary } from "../../../src-preload/contract/domain/output-summary";
import type { KindOfPart, LeftParts, WhyLeft } from "../../../src-preload/contract/domain/prompts";
import { pictureMarkOf } from "../../../src-preload/contract/domain/tool-pictures";
import { firstRead } from "./compaction";
import { toldTo } from "./foreign";
import { isSummarised } from "./output-summaries";
import { isTool, type ToolPart } from "./part-text";
import { clearedCalls } from "./pruning";
import { saidParts } from "./said-parts";
import type { Split } from "./tail";

/** The reader of a prompt: its model and the compaction decide which parts of a message it is given. */
export interface Reader {
  model: ModelRef;
  /** The split of the compaction in force. */
  split?: Split | undefined;
}

/** `index` counts the stored parts. */
export interface LeftOut {
  index: number;
  what: KindOfPart;
  why: WhyLeft;
}

/** @param message as it is stored, before any stage, with the marks that were in force (`asOf`) */
export function leftOut(
  message: BraidMessage & Pick<StoredMessage, "pruned">,
  { model, split }: Reader,
): LeftOut[] {
  const from = firstRead(message, split);
  const told = message.parts.map((part) => toldTo(model, { ...message, parts: [part] }).parts[0]);
  const read = told.slice(from).filter((part) => part !== undefined);
  const said = new Set(saidParts({ ...message, parts: read }));
  const pruned = new Set(message.pruned?.map(({ index }) => index));
  const cleared = clearedCalls(
    message.parts,
    new Map(message.pruned?.map(({ index, level }) => [index, level] as const)),
  );
  const shortenedBy = (part: BraidPart, index: number): WhyLeft | undefined => {
    if (pruned.has(index) || cleared.has(pictureMarkOf(part)?.tool_call_id)) return "pruned";
    return isSummarised(part, message.parts) ? "output-summarised" : undefined;
  };
  const whyOf = (part: BraidPart, index: number): WhyLeft | undefined => {
    if (part.type === "step-start" || isOutputSummary(part)) return undefined;
    if (index < from) return "summarised";
    const own = told[index];
    if (own === undefined) return "foreign";
    if (isTool(part)) return isAnswered(part) ? undefined : "unfinished";
    if (kindOf(part) === "other") return "for-eyes";
    if (said.has(own)) return undefined;
    return part.type === "reasoning" ? "reasoning-only" : "blank";
  };
  return message.parts.flatMap((part, index) => {
    const why = whyOf(part, index) ?? shortenedBy(part, index);
    return why === undefined ? [] : [{ index, what: kindOf(part), why }];
  });
}

/** In the order in which each kind and reason came first. */
export function counted(left: readonly LeftOut[]): LeftParts[] {
  const groups = new Map<string, LeftParts>();
  for (const { what, why } of left) {
    const key = `${what} ${why}`;
    const group = groups.get(key) ?? { what, why, count: 0 };
    groups.set(key, { ...group, count: group.count + 1 });
  }
  return [...groups.values()];
}

/** The SDK sends a call only with an answer to it. */
const isAnswered = (part: ToolPart): boolean =>
  part.state === "output-available"
    ? part.preliminary !== true
    : part.state === "output-error" || part.state === "output-denied" || part.state === "approval-responded";

function kindOf(part: BraidPart): KindOfPart {
  if (isTool(part)) return "tool";
  return part.type === "text" || part.type === "reasoning" || part.type === "file" ? part.type : "other";
}
