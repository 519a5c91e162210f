/** Carries sentences about `settings.json` through zod, whose issues hold plain text. */
import * as z from "zod/mini";
import type { Sentence, SentenceParams } from "../../src-preload/contract/domain/sentence";
import type { en } from "../core/english";
import { say } from "../core/say";

// The small build of zod speaks no language until it is given one.
z.config(z.locales.en());

type ProblemKey = Exclude<keyof (typeof en)["problems"], "syntax">;

/** A sentence as zod's error parameter. */
export const problem = (key: ProblemKey, params?: SentenceParams) => ({
  error: JSON.stringify(say(`problems:${key}`, params)),
});

/** The sentence that a `problem` put into an issue; without one, zod's own words. */
export function sentenceOf({ message }: { message: string }): Sentence {
  return message.startsWith('{"key":') ? (JSON.parse(message) as Sentence) : message;
}
