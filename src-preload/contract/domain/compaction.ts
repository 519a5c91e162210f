/** Compaction (CP): a summary stands in the place of earlier turns, which stay stored and can be read, and brought back. */

import type { MessageId, OpId } from "./ids";
import type { BraidMessage, BraidPart } from "./messages";
import type { ModelRef } from "./models";

/**
 * Less than was asked for is kept as it was said, because more would not have fitted (CP-4): the last finished turn alone, its question and
 * final words, no finished turn, or the last steps of the turn that was being answered.
 */
export type TailWarning = (typeof TAIL_WARNINGS)[number];
const TAIL_WARNINGS = ["last-turn", "final-text", "nothing", "steps"] as const;

/** The data of a `data-compaction` part (CP-3), the only part of its message. */
export interface Compaction {
  /** Markdown. A model wrote it, or its user did. */
  summary: string;
  /** The first message that is kept as it was said; the summary's own message where none is kept. */
  tail_start_id: MessageId;
  /** False where the user asked for it. */
  auto: boolean;
  summary_tokens: number;
  /** The op that hides the summarised messages. */
  op_id: OpId;
  /** The user's messages that it stands for, those of earlier summaries included. */
  turns: number;
  /** Estimates of the whole prompt, before and after. */
  tokens_before: number;
  tokens_after: number;
  /** The model that wrote it. Absent where the user did. */
  model?: ModelRef;
  focus?: string;
  /** CP-4: of this answer in the tail, the model reads the parts from `from_part` on. */
  split?: { message_id: MessageId; from_part: number };
  tail_warning?: TailWarning;
}

export type CompactionPart = { type: "data-compaction"; data: Compaction };

/** The compaction that a message holds; undefined for every other message. Checks its shape: the file may be damaged. */
export function compactionOf({ parts }: Pick<BraidMessage, "parts">): Compaction | undefined {
  return parts.find(isCompaction)?.data;
}

/** A part of this type whose data lack the summary is none: it is drawn as an unknown part. */
export function isCompaction(part: BraidPart): part is CompactionPart {
  if (part.type !== "data-compaction") return false;
  const data: unknown = part.data;
  return (
    typeof data === "object" &&
    data !== null &&
    "summary" in data &&
    typeof data.summary === "string" &&
    "tail_start_id" in data &&
    typeof data.tail_start_id === "string" &&
    "op_id" in data &&
    typeof data.op_id === "string"
  );
}

/** The warning of a stored compaction; undefined for one that this version does not know. */
export const tailWarningOf = ({ tail_warning }: Compaction): TailWarning | undefined =>
  TAIL_WARNINGS.find((warning) => warning === tail_warning);

/** The work that a busy session does before it answers, or instead. `part` of `of`: a long history is summarised in parts. */
export interface Compacting {
  what: "compacting";
  auto: boolean;
  part?: number;
  of?: number;
}

/** The largest summary that a user may write. */
export const LONGEST_SUMMARY = 200_000;
/** The longest focus of a summary. */
export const LONGEST_FOCUS = 2000;
