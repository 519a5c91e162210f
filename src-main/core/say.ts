/** Makes the sentences that main stores, sends and throws: a key and the values for its gaps, in no language yet. */
import type { CodedSentence, SentenceParams } from "../../src-preload/contract/domain/sentence";
import type { en } from "./english";

/** `too-many` for the plural forms `too-many_one` and `too-many_other`. */
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${"zero" | "one" | "other"}` ? Stem : Key;

type Paths<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${Paths<Words[Key]>}`;
}[keyof Words & string];

/** Words that come with the code that says them: `addEnglish` of `english.ts`. */
interface Later {
  agents: typeof import("../../resources/locales/en/agents.json");
  private: typeof import("../../resources/locales/en/private.json");
}
type Words = typeof en & Later;
type Namespace = keyof Words;

/** Every key of `resources/locales/en` that main may use. A key that does not exist is a compile error. */
export type SentenceKey =
  | Paths<(typeof en)["errors"]>
  | { [Name in Namespace]: `${Name}:${Paths<Words[Name]>}` }[Namespace];

/** Without a namespace the key is one of `errors.json`. */
export const say = (key: SentenceKey, params?: SentenceParams): CodedSentence =>
  params === undefined ? { key } : { key, params };
