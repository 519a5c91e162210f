/** The prompt of an answer as it was sent (SP-2), told from what is stored. */

import type { MessageId } from "./ids";
import type { ModelRef } from "./models";

/** A section of the system prompt, in the order of SP-1. */
export interface PromptSection {
  name: string;
  text: string;
  /** An estimate. */
  tokens: number;
}

/**
 * Why the model did not read a part. `foreign`: only the model that made it can read it. `reasoning-only`: thoughts that led to nothing,
 * which providers refuse. `for-eyes`: made for the reader of the window, such as a source. `pruned`: of the output of a tool the model read
 * both ends or nothing. `output-summarised`: it read a summary of the output.
 */
export type WhyLeft =
  | "foreign"
  | "blank"
  | "unfinished"
  | "summarised"
  | "pruned"
  | "output-summarised"
  | "reasoning-only"
  | "for-eyes";

export type KindOfPart = "text" | "reasoning" | "tool" | "file" | "other";

/** Parts of one message that were left out for the same reason. */
export interface LeftParts {
  what: KindOfPart;
  why: WhyLeft;
  count: number;
}

/**
 * A message of the prompt. `said`: a message of the conversation. `summary`: it stands in the place of `turns` earlier turns. `own`: the
 * steps of the answer itself before its last one.
 */
export interface PromptMessage {
  message_id: MessageId;
  kind: "said" | "summary" | "own";
  role: "user" | "assistant";
  /** The model that answered. */
  model?: ModelRef;
  turns?: number;
  /** An estimate; absent where nothing of the message was sent. */
  tokens?: number;
  /** The first words of what was sent; of a message that was left out whole, those of the message. */
  preview: string;
  left: LeftParts[];
  /** The message's rows are damaged. */
  unreadable?: true;
}

/**
 * Something that the store does not know any more. `not-sent`: the answer ended before its prompt was made. `system-missing`,
 * `summary-missing`: not in the database. `interrupted`: the app ended before the answer noted which summary it read.
 */
export type PromptGap = "not-sent" | "system-missing" | "summary-missing" | "interrupted";

export interface PromptHead {
  system?: { digest: string; sections: PromptSection[] };
  /** Tokens of the whole prompt: as the provider counted them, else an estimate, else nobody knows. */
  tokens: { sent?: number; estimated?: number };
  model?: ModelRef;
  /** The messages in it. */
  count: number;
  gaps: PromptGap[];
}

/** The last messages of a prompt, or the last before one of them; oldest first. */
export interface PromptPage {
  /** With the last messages alone. */
  head?: PromptHead;
  messages: PromptMessage[];
  more: boolean;
}
