import { expect, it } from "vitest";
import type { ModelQuestion } from "../../../../../src-preload/contract/domain/permissions";
import { answersOf, asWords, choose, isComplete, NOTHING_GIVEN, questionsOf, write } from "./asked-questions";

const data: ModelQuestion = {
  tool_call_id: "1",
  questions: [
    { question: "Which?", options: [{ label: "A", description: "the first" }, { label: "B" }] },
    { question: "What else?", options: [{ label: "C" }, { label: "D" }], multiple: true },
  ],
};
const [one, more] = questionsOf(data);

it("one option takes the place of another, several stand together, in the order of the question", () => {
  const chosen = choose(choose(NOTHING_GIVEN, "A", false), "B", false);
  const several = choose(choose(NOTHING_GIVEN, "D", true), "C", true);
  expect(answersOf(questionsOf(data), [chosen, several])).toEqual([["B"], ["C", "D"]]);
  expect(choose(several, "C", true).chosen).toEqual(["D"]);
});

it("own words take the place of the only option, and stand beside one that is chosen after them", () => {
  const own = write(choose(NOTHING_GIVEN, "A", false), "neither", false);
  expect(answersOf(one ? [one] : [], [own])).toEqual([["neither"]]);
  expect(answersOf(one ? [one] : [], [choose(own, "B", false)])).toEqual([["B", "neither"]]);
  expect(answersOf(more ? [more] : [], [write(choose(NOTHING_GIVEN, "C", true), " x ", true)])).toEqual([
    ["C", "x"],
  ]);
});

it("an answer is complete when each question has one", () => {
  expect(isComplete(answersOf(questionsOf(data), [choose(NOTHING_GIVEN, "A", false), undefined]))).toBe(
    false,
  );
  expect(isComplete([["A"], ["C"]])).toBe(true);
});

it("its words are those on the page", () => {
  expect(asWords(data, "none")).toBe("Which?\nA\nthe first\nB\nWhat else?\nC\nD");
  const answered = (answers: string[][] | null) => asWords({ ...data, answer: { answers, at: 0 } }, "none");
  expect(answered([["A"], ["C", "D"]])).toBe("Which?\nA\nWhat else?\nC, D");
  expect(answered(null)).toBe("Which?\nnone\nWhat else?\nnone");
  expect(asWords({ ...data, answer: { answers: null, withdrawn: true, at: 0 } }, "none")).toBe("");
});

it("damaged questions keep their place", () => {
  const damaged = { tool_call_id: "1", questions: [null, { question: 3, options: [{ label: 1 }, "x"] }] };
  expect(questionsOf(damaged as never)).toEqual([
    { question: "", options: [] },
    { question: "", options: [] },
  ]);
});
