/**
 * Words for people that are stored or sent in no language yet
 * (docs/decisions/sentences-get-their-words-where-they-are-shown.md).
 */

/**
 * A key of `resources/locales` and the values for its gaps; the window that shows it puts it into words. A string is shown as it is: a text
 * from outside, such as a provider's own reason, or one that an earlier version stored.
 *
 * Sentences are stored with a message, so a key that a turn can end with keeps its name.
 */
export type Sentence = string | CodedSentence;

export interface CodedSentence {
  /** `namespace:path`; without a namespace a key of `errors.json`. */
  key: string;
  params?: SentenceParams;
}

/** The values of the gaps, by name. A sentence in a gap is put into words first. */
export type SentenceParams = Readonly<Record<string, Sentence | number>>;

/** i18next's `t`: takes the first key that has words. */
export type Translate = (
  keys: string[],
  options: { ns: string; replace: Record<string, string | number>; count?: number },
) => string;

/** The words for a key that a newer version stored and this one does not have. */
const NO_WORDS = "errors:no-words";

/** Puts a sentence into the language of `t`. */
export function inWordsOf(t: Translate, sentence: Sentence): string {
  if (typeof sentence === "string") return sentence;
  const { key, params = {} } = sentence;
  const gaps = Object.entries(params).map(
    ([name, value]) => [name, typeof value === "number" ? value : inWordsOf(t, value)] as const,
  );
  const count = typeof params.count === "number" ? { count: params.count } : {};
  // `sentence` is the gap of `NO_WORDS`, which no other sentence has.
  const replace = { ...Object.fromEntries(gaps), sentence: key };
  return t([key, NO_WORDS], { ns: "errors", replace, ...count });
}

/** Compares by content: a sentence that crossed a border is another object on its far side. */
export const isSameSentence = (one: Sentence | undefined, other: Sentence | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
