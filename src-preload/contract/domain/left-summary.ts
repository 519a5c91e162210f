/** A course of a conversation that was left, in words that were taken along (RW-8): on a rewind, or into a branch. */

import type { BraidMessage, BraidPart } from "./messages";
import type { ModelRef } from "./models";

/** The data of a `data-left-summary` part, the only part of its message. */
export interface LeftSummary {
  /** Markdown. */
  summary: string;
  /** The user's messages that were left. */
  turns: number;
  model: ModelRef;
  focus?: string;
}

export type LeftSummaryPart = { type: "data-left-summary"; data: LeftSummary };

/** Asks for a summary of what is left. */
export interface TakeAlong {
  /** Points to keep in more detail. */
  focus?: string | undefined;
}

/** The summary that a message holds; undefined for every other message. Checks its shape: the file may be damaged. */
export function leftSummaryOf({ parts }: Pick<BraidMessage, "parts">): LeftSummary | undefined {
  return parts.find(isLeftSummary)?.data;
}

/** A part of this type whose data lack the summary is none: it is drawn as an unknown part. */
export function isLeftSummary(part: BraidPart): part is LeftSummaryPart {
  if (part.type !== "data-left-summary") return false;
  const data: unknown = part.data;
  return typeof data === "object" && data !== null && "summary" in data && typeof data.summary === "string";
}
