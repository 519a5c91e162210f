/** The tool `question`: questions to the user. The call waits for the answer. */
import { z } from "zod";
import type { AskedQuestion, QuestionAnswer } from "../../../src-preload/contract/domain/permissions";
import type { Tool } from "../ports/tools";
import { defineTool } from "./define-tool";

const MOST_QUESTIONS = 4;
const MOST_OPTIONS = 6;

const filled = z.string().regex(/\S/, "It is empty");
const option = z.strictObject({ label: filled.max(200), description: filled.max(1000).optional() });
const question = z.strictObject({
  question: filled.max(2000),
  options: z
    .array(option)
    .max(MOST_OPTIONS)
    .refine(
      (options) => new Set(options.map(({ label }) => label)).size === options.length,
      "Two labels are the same",
    )
    .default([])
    .describe("Answers to choose from. The user may always answer in own words."),
  multiple: z.boolean().optional().describe("More than one option may be chosen."),
});

const schema = z.strictObject({ questions: z.array(question).min(1).max(MOST_QUESTIONS) });

export const questionTool = (): Tool =>
  defineTool({
    name: "question",
    description:
      "Asks the user, and waits for the answer. Use it where the work depends on what only the user can decide; do not ask for permission with it.",
    schema,
    example: {
      questions: [{ question: "Which database?", options: [{ label: "SQLite" }, { label: "Postgres" }] }],
    },
    check: async ({ questions }) => ({ needs: [], asks: questions.map(asked) }),
    run: async ({ questions }, { answer }) => ({ text: answerInWords(questions.map(asked), answer) }),
  });

const asked = ({
  question,
  options,
  multiple,
}: z.output<typeof schema>["questions"][number]): AskedQuestion => ({
  question,
  options: options.map(({ label, description }) => ({
    label,
    ...(description === undefined ? {} : { description }),
  })),
  ...(multiple === undefined ? {} : { multiple }),
});

/** @throws an error for the model where no answer came at all */
function answerInWords(questions: readonly AskedQuestion[], answer: QuestionAnswer | undefined): string {
  if (answer === undefined || answer.withdrawn === true)
    throw new Error(
      "The questions were not answered: the turn ended before. Ask again where it still matters.",
    );
  const { answers } = answer;
  if (answers === null) return "The user did not want to answer.";
  const lines = questions.map(({ question }, at) => {
    const given = answers[at] ?? [];
    return `${question}\n→ ${given.length === 0 ? "(no answer)" : given.join("; ")}`;
  });
  return lines.join("\n\n");
}
