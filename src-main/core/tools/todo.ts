/** The tool `todo`: the model's list of what is to be done. The newest list counts; compaction carries its open items over (CP-5). */
import { z } from "zod";
import type { TodoItem } from "../../../src-preload/contract/domain/tools";
import type { Tool } from "../ports/tools";
import { defineTool } from "./define-tool";

const STATUSES = ["pending", "in_progress", "completed", "cancelled"] as const satisfies TodoItem["status"][];
const MOST_TODOS = 100;
const MOST_CHARACTERS = 1000;

const item = z.strictObject({
  text: z.string().regex(/\S/, "It is empty").max(MOST_CHARACTERS),
  status: z.enum(STATUSES),
});

export const todoTool = (): Tool =>
  defineTool({
    name: "todo",
    description:
      "Writes down the list of steps of longer work, for yourself and the user. Each call replaces the whole list. Keep one item in progress, and mark each as completed as soon as it is.",
    schema: z.strictObject({ todos: z.array(item).max(MOST_TODOS).describe("The whole list, in order.") }),
    example: { todos: [{ text: "Read the tests", status: "in_progress" }] },
    run: async ({ todos }) => ({ text: inWords(todos), todos }),
  });

function inWords(todos: readonly TodoItem[]): string {
  if (todos.length === 0) return "The list is empty now.";
  const counts = STATUSES.map((status) => {
    const count = todos.filter((todo) => todo.status === status).length;
    return count === 0 ? [] : [`${count} ${status.replace("_", " ")}`];
  });
  return `Noted: ${counts.flat().join(", ")}.`;
}
