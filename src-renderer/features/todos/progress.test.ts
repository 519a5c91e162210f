import { expect, it } from "vitest";
import type { TodoItem } from "../../../src-preload/contract/domain/tools";
import { progressOf } from "./progress";

const todo = (text: string, status: TodoItem["status"]): TodoItem => ({ text, status });

it("counts what is done, and names the one in work before the next", () => {
  const todos = [
    todo("Read", "completed"),
    todo("Ask", "cancelled"),
    todo("Plan", "pending"),
    todo("Write", "in_progress"),
  ];
  expect(progressOf(todos)).toEqual({ done: 1, count: 3, current: "Write" });
  expect(progressOf(todos.slice(0, 3)).current).toBe("Plan");
  expect(progressOf(todos.slice(0, 2))).toEqual({ done: 1, count: 1, current: undefined });
});
