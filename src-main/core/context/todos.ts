/** The open todos of a conversation, from the newest call that wrote the list, or from the summary that hides that call (CP-5). Pure. */

import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";
import { isTool, toolName } from "./part-text";

export interface Todo {
  text: string;
  status: string;
}

/** Headings of the sections that code appends to a summary. */
export const headings = { todos: "Open todos", request: "Live request" } as const;

const TOOLS = new Set(["todo", "todo_write"]);
const DONE = new Set(["completed", "complete", "done", "cancelled", "canceled"]);
const RUNNING = "in_progress";
const RUNNING_WORDS = " (in progress)";

/**
 * Returns the todos that are not done. Undefined where nothing in these messages says anything of todos: the list of earlier messages then
 * holds.
 */
export function openTodosOf(messages: readonly Pick<BraidMessage, "parts">[]): Todo[] | undefined {
  for (const message of messages.toReversed()) {
    const compaction = compactionOf(message);
    const todos =
      compaction === undefined ? message.parts.map(written).findLast(Boolean) : kept(compaction.summary);
    if (todos !== undefined) return todos.filter(({ status }) => !DONE.has(status));
  }
  return undefined;
}

/** The list that a call wrote. A call that failed, or whose input is not whole, wrote none. */
function written(part: BraidPart): Todo[] | undefined {
  if (!isTool(part) || !TOOLS.has(toolName(part))) return undefined;
  return part.state === "input-available" || part.state === "output-available"
    ? listOf(part.input)
    : undefined;
}

function listOf(input: unknown): Todo[] | undefined {
  const list = Array.isArray(input) ? input : Object.values(input ?? {}).find(Array.isArray);
  return list?.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null) return [];
    const { content, text = content, status } = item as Record<"content" | "text" | "status", unknown>;
    if (typeof text !== "string" || text.trim() === "") return [];
    return [{ text: text.trim(), status: typeof status === "string" ? status : "pending" }];
  });
}

/** One line of Markdown. */
export const todoLine = ({ text, status }: Todo): string =>
  `- [ ] ${text.replace(/\s*\n\s*/g, " ")}${status === RUNNING ? RUNNING_WORDS : ""}`;

/** Reads back the lines that `todoLine` wrote. The words of a live request stand behind them, and are no list. */
function kept(summary: string): Todo[] | undefined {
  const [before = ""] = summary.split(`\n## ${headings.request}\n`, 1);
  const [, section] = `\n${before}`.split(`\n## ${headings.todos}\n`);
  return section
    ?.split("\n")
    .filter((line) => line.startsWith("- [ ] "))
    .map((line) => line.slice("- [ ] ".length))
    .map((line) =>
      line.endsWith(RUNNING_WORDS)
        ? { text: line.slice(0, -RUNNING_WORDS.length), status: RUNNING }
        : { text: line, status: "pending" },
    );
}
