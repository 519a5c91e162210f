/** How far a list of things to do is. */
import type { TodoItem } from "../../../src-preload/contract/domain/tools";

export interface Progress {
  done: number;
  /** Things that were given up do not count. */
  count: number;
  /** The words of the one in work, or else of the next. */
  current: string | undefined;
}

export function progressOf(todos: readonly TodoItem[]): Progress {
  const meant = todos.filter(({ status }) => status !== "cancelled");
  const current =
    meant.find(({ status }) => status === "in_progress") ?? meant.find(({ status }) => status === "pending");
  return {
    done: meant.filter(({ status }) => status === "completed").length,
    count: meant.length,
    current: current?.text,
  };
}
