/** Results of tools, as they are stored in a part and drawn (AG-1). */

import type { MessageId, SessionId } from "./ids";
import type { TOOL_ENDS } from "./messages";

/** A change of one file. */
export interface FileDiff {
  /** Absolute. */
  path: string;
  /** The hunks as a unified diff, without the lines that name the files; empty where the change is too large to show. */
  patch: string;
  added: number;
  removed: number;
  /** The file is new. */
  created?: true;
}

export interface TodoItem {
  text: string;
  status: "pending" | "in_progress" | "completed" | "cancelled";
}

const TODO_STATUSES: readonly unknown[] = ["pending", "in_progress", "completed", "cancelled"];

/** A stored list may come from another program's export. */
export function isTodo(value: unknown): value is TodoItem {
  if (typeof value !== "object" || value === null) return false;
  const { text, status } = value as Partial<Record<keyof TodoItem, unknown>>;
  return typeof text === "string" && TODO_STATUSES.includes(status);
}

export const isOpenTodo = ({ status }: TodoItem): boolean => status === "pending" || status === "in_progress";

/** A list of things to do, and the message that brought it. */
export interface TodoList {
  message_id: MessageId;
  todos: readonly TodoItem[];
}

/** How a command ended. */
export interface CommandEnd {
  /** Null where a signal ended it. */
  code: number | null;
  /** Milliseconds after which it was ended because it took too long. */
  timed_out_ms?: number;
}

/** Why a helper ended before it was done. */
export const HELPER_ENDS = ["failed", "stopped", "tool-limit", "token-budget"] as const;
export type HelperEnd = (typeof HELPER_ENDS)[number];

/** How far a helper has come (AG-2). */
export interface HelperProgress {
  /** The name of its agent. */
  agent?: string;
  /** Calls to its model so far. */
  steps: number;
  /** All tokens that it took, those of its own helpers included; once it has ended. */
  tokens?: number;
  ended?: HelperEnd;
  /** The tool that it called last. */
  tool?: string;
  /** The helper waits for an answer of the user. */
  waiting?: true;
}

/** The one envelope of results (AG-1). */
export interface ToolResult {
  /** The text that the model reads. */
  text: string;
  /** Milliseconds that the tool took. */
  ms?: number;
  diffs?: FileDiff[];
  todos?: TodoItem[];
  command?: CommandEnd;
  /** The whole output, where `text` holds a part of it. */
  kept?: { path: string; characters: number };
  /** AG-2: the session of the helper that worked for this call. */
  session_id?: SessionId;
  helper?: HelperProgress;
  /** The call was cut off, and `text` is what it had shown by then. */
  ended?: keyof typeof TOOL_ENDS;
}

export const isToolResult = (output: unknown): output is ToolResult =>
  typeof output === "object" && output !== null && "text" in output && typeof output.text === "string";
