/** The questions of a part as words, and the answers as they are sent. A question is hostile: any field may be missing. */
import type { AskedQuestion, ModelQuestion } from "../../../../../src-preload/contract/domain/permissions";
import { fieldsOf } from "../tool/call";

type Option = AskedQuestion["options"][number];

const isOption = (value: unknown): value is Option => typeof fieldsOf(value).label === "string";

/** Returns the questions that can be read. A missing one keeps its place, because answers are given by their order. */
export const questionsOf = ({ questions }: ModelQuestion): AskedQuestion[] =>
  questions.map((asked) => {
    const { question, options, multiple } = fieldsOf(asked);
    return {
      question: typeof question === "string" ? question : "",
      options: Array.isArray(options) ? options.filter(isOption) : [],
      ...(multiple === true ? { multiple } : {}),
    };
  });

const described = ({ label, description }: Option): string =>
  typeof description === "string" && description !== "" ? `${label}\n${description}` : label;

/** Returns the words that stand on the page. `none`: those for a question without an answer. */
export function asWords(data: ModelQuestion, none: string): string {
  const { answer } = data;
  if (answer?.withdrawn) return "";
  return questionsOf(data)
    .map(({ question, options }, at) =>
      answer === undefined
        ? [question, ...options.map(described)].join("\n")
        : `${question}\n${answer.answers?.[at]?.join(", ") || none}`,
    )
    .join("\n");
}

/** An answer as it is being given: the chosen options, and the user's own words. */
export interface Given {
  chosen: readonly string[];
  own: string;
}

export const NOTHING_GIVEN: Given = { chosen: [], own: "" };

/** Returns an answer after an option was pressed. */
export function choose({ chosen, own }: Given, label: string, multiple: boolean): Given {
  if (!multiple) return { chosen: [label], own };
  const isChosen = chosen.includes(label);
  return { chosen: isChosen ? chosen.filter((one) => one !== label) : [...chosen, label], own };
}

/** Returns an answer after its words were changed. The first of them take the place of the only option. */
export const write = (before: Given, own: string, multiple: boolean): Given => ({
  chosen: multiple || before.own !== "" ? before.chosen : [],
  own,
});

/** Returns for each question the chosen labels, and then the user's own words. */
export const answersOf = (
  questions: readonly AskedQuestion[],
  given: readonly (Given | undefined)[],
): string[][] =>
  questions.map(({ options }, at) => {
    const { chosen, own } = given[at] ?? NOTHING_GIVEN;
    const words = own.trim();
    const labels = options.map(({ label }) => label).filter((label) => chosen.includes(label));
    return words === "" ? labels : [...labels, words];
  });

/** True where every question has an answer. */
export const isComplete = (answers: readonly (readonly string[])[]): boolean =>
  answers.every((answer) => answer.length > 0);
