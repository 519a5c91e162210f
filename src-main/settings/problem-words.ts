/** Carries sentences about `settings.json` through zod, whose issues hold text alone. */
import type { Sentence, SentenceParams } from "../../src-preload/contract/domain/sentence";
import type { en } from "../core/english";
import { say } from "../core/say";

type ProblemKey = Exclude<keyof (typeof en)["problems"], "syntax">;

/** As zod's error parameter. */
export const problem = (key: ProblemKey, params?: SentenceParams) => ({
  error: JSON.stringify(say(`problems:${key}`, params)),
});

/** The sentence of an issue whose schema was given a `problem`; zod's own words where none was. */
export function sentenceOf({ message }: { message: string }): Sentence {
  return message.startsWith('{"key":') ? (JSON.parse(message) as Sentence) : message;
}
