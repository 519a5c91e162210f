/** The list of tools, and those that only speak: `todo` and `question`. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listedRuns } from "../../../e2e/fixtures/listed-runs";
import { type ToolPlaceForTests, toolPlace } from "../../../e2e/fixtures/tool-place";
import type { BraidMessage } from "../../../src-preload/contract/domain/messages";
import { createConnections } from "../../network/connections";
import { openTodosOf } from "../context/todos";
import { builtInTools } from "./all-tools";

let place: ToolPlaceForTests;
beforeEach(() => {
  place = toolPlace();
});
afterEach(() => place.remove());

it("[AG-1] a session with a folder has all tools, always in one order; a chat has none", async () => {
  const source = builtInTools({
    data_dir: place.data_dir,
    connections: createConnections({ env: {} }),
    home: "/home",
    runs: listedRuns(),
  });
  expect([...(await source({})).keys()]).toEqual([]);
  const tools = await source({ workspace_root: place.root });
  expect([...tools.keys()]).toEqual([
    ...["read", "write", "edit", "glob", "grep"],
    ...["bash", "web_fetch", "todo", "question"],
  ]);
  for (const tool of tools.values())
    expect(tool.input_schema).toMatchObject({ type: "object", additionalProperties: false });
});

it("[AG-1] on Windows nobody is offered commands, which could never run", async () => {
  const source = builtInTools({
    data_dir: place.data_dir,
    connections: createConnections({ env: {} }),
    home: "/home",
    runs: listedRuns(),
    platform: "win32",
  });
  const names = [...(await source({ workspace_root: place.root })).keys()];
  expect(names).toContain("read");
  expect(names).not.toContain("bash");
});

describe("[AG-1] todo", () => {
  const todos = [
    { text: "one", status: "completed" },
    { text: "two", status: "in_progress" },
    { text: "three", status: "pending" },
  ];

  it("needs nothing, and notes the list, which compaction finds (CP-5)", async () => {
    expect(await place.check("todo", { todos })).toEqual({ needs: [] });
    const result = await place.call("todo", { todos });
    expect(result).toMatchObject({ text: "Noted: 1 pending, 1 in progress, 1 completed.", todos });
    const part = {
      type: "tool-todo",
      toolCallId: "1",
      state: "output-available",
      input: { todos },
      output: result,
    };
    const message = { parts: [part] } as unknown as Pick<BraidMessage, "parts">;
    expect(openTodosOf([message])).toEqual(todos.slice(1));
    expect((await place.call("todo", { todos: [] })).text).toBe("The list is empty now.");
  });

  it("refuses items that say nothing, and states that there are not", async () => {
    expect(await place.failure("todo", { todos: [{ text: " ", status: "pending" }] })).toContain(
      "`todos.0.text`: It is empty",
    );
    expect(await place.failure("todo", { todos: [{ text: "x", status: "doing" }] })).toMatch(
      /`todos\.0\.status`.*"pending"/,
    );
    expect(await place.failure("todo", { todos: "x" })).toContain("`todos`: Invalid input: expected array");
  });
});

describe("[AG-1] question", () => {
  const questions = [
    {
      question: "Which?",
      options: [{ label: "A", description: "the first" }, { label: "B" }],
      multiple: true,
    },
    { question: "Why?" },
  ];
  const at = 1;

  it("asks, and tells the model each answer", async () => {
    const asks = [questions[0], { question: "Why?", options: [] }];
    expect(await place.check("question", { questions })).toEqual({ needs: [], asks });
    const answer = { answers: [["A", "my own"], []], at };
    expect((await place.execute("question", { questions }, { answer })).text).toBe(
      "Which?\n→ A; my own\n\nWhy?\n→ (no answer)",
    );
  });

  it("tells that the user did not want to, or that no answer came", async () => {
    const answered = (answer?: { answers: null; withdrawn?: true; at: number }) =>
      place.execute("question", { questions }, { answer });
    expect((await answered({ answers: null, at })).text).toBe("The user did not want to answer.");
    await expect(answered({ answers: null, withdrawn: true, at })).rejects.toThrow("were not answered");
    await expect(answered()).rejects.toThrow("were not answered");
  });

  it("refuses none, five, and seven options, and two of one name", async () => {
    const one = { question: "Which?", options: [] };
    const options = (...labels: string[]) => [{ ...one, options: labels.map((label) => ({ label })) }];
    expect(await place.failure("question", { questions: [] })).toContain("`questions`");
    expect(await place.failure("question", { questions: Array(5).fill(one) })).toContain("`questions`");
    expect(await place.failure("question", { questions: options(..."abcdefg") })).toContain(
      "`questions.0.options`",
    );
    expect(await place.failure("question", { questions: options("a", "a") })).toContain(
      "Two labels are the same",
    );
  });
});
