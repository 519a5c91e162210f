/** The title agent's prompt: the beginning of a conversation (SE-4), and how the built-in model reads the prompt back. */

/** Characters of the question and of the answer: a subject shows itself early, and a title must not cost what an answer does. */
const MAX_QUESTION = 2000;
const MAX_ANSWER = 1000;

export interface Exchange {
  question: string;
  answer: string;
}

export function titlePrompt({ question, answer }: Exchange): string {
  const marked = (name: string, text: string, max: number) =>
    `<${name}>\n${text
      .slice(0, max)
      .replace(/\p{Cs}/gu, "")
      .trim()}\n</${name}>`;
  return `${marked("question", question, MAX_QUESTION)}\n\n${marked("answer", answer, MAX_ANSWER)}`;
}

/** Takes a prompt without these marks as a question alone. */
export function readTitlePrompt(prompt: string): Exchange {
  const [, question, answer] =
    /^<question>\n([\s\S]*)\n<\/question>\n\n<answer>\n([\s\S]*)\n<\/answer>$/.exec(prompt.trim()) ?? [
      "",
      prompt,
      "",
    ];
  return { question: question ?? "", answer: answer ?? "" };
}
