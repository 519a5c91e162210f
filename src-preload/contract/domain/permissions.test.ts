import { expect, it } from "vitest";
import { isPermission, isQuestion, type ModelQuestion, questionText } from "./permissions";

const asked: ModelQuestion = {
  tool_call_id: "call_1",
  questions: [
    { question: "Which way?", options: [{ label: "Left" }, { label: "Right" }] },
    { question: "How far?", options: [] },
  ],
};

it("a question is told with its answers, and not at all where it was withdrawn", () => {
  expect(questionText(asked)).toBe("Which way?\n\nHow far?");
  expect(questionText({ ...asked, answer: { answers: [["Left", "by the river"], []], at: 1 } })).toBe(
    "Which way?\nLeft, by the river\n\nHow far?",
  );
  expect(questionText({ ...asked, answer: { answers: null, at: 1 } })).toBe("Which way?\n\nHow far?");
  expect(questionText({ ...asked, answer: { answers: null, withdrawn: true, at: 1 } })).toBe("");
});

it.each([
  ["no id", { type: "data-permission", data: { tool_call_id: "a", needs: [] } }],
  ["no needs", { type: "data-permission", id: "1", data: { tool_call_id: "a" } }],
  ["needs that are no list", { type: "data-permission", id: "1", data: { tool_call_id: "a", needs: {} } }],
  ["no call", { type: "data-question", id: "1", data: { questions: [] } }],
  ["no data", { type: "data-question", id: "1", data: null }],
  ["another type", { type: "data-other", id: "1", data: { tool_call_id: "a", needs: [], questions: [] } }],
])("a damaged part is no question: %s", (_, part) => {
  expect([isPermission(part), isQuestion(part)]).toEqual([false, false]);
});
