/** Finds the most telling phrase of a question: a title without a language model. The same text gives the same phrase. */
import { germanTitle, isGermanQuestion } from "./german-title";
import { countWords, isTelling, proseOf, sentencesOf, type Word, wordsOf } from "./prose";

/** A title is read at a glance. */
const MAX_WORDS = 6;
const MAX_CHARACTERS = 56;
/** Characters. A question names its subject at its beginning; the rest of a pasted page is material. */
const MAX_TEXT = 4000;
/** The weight of each further sentence, as a share of the one before. */
const LATER = 0.9;

interface Phrase {
  text: string;
  score: number;
}

/** Undefined where no word names a subject (`Hello!`). Words that the answer uses too count more. */
export function keyPhrase(question: string, answer: string): string | undefined {
  const asked = proseOf(question.slice(0, MAX_TEXT));
  const inQuestion = countWords(wordsOf(asked));
  const inAnswer = countWords(wordsOf(proseOf(answer.slice(0, MAX_TEXT))));
  const weigh = ({ word }: Word): number =>
    1 + Math.log2(inQuestion.get(word) ?? 1) + (inAnswer.has(word) ? 0.5 : 0);

  let best: Phrase | undefined;
  let share = 1;
  for (const sentence of sentencesOf(asked)) {
    const german = germanTitle(sentence);
    if (german !== undefined && german.length <= MAX_CHARACTERS) return capitalised(german);
    if (isGermanQuestion(sentence) && sentence.length <= MAX_CHARACTERS) return capitalised(sentence);
    for (const clause of sentence.split(/[,;:.!?…—–()[\]{}"“”„«»]+(?=\s|$)|\s[–—-]\s|(?<=\s)["“„«(]/u)) {
      const phrase = bestWithin(clause, weigh);
      if (phrase !== undefined && phrase.score * share > (best?.score ?? 0))
        best = { text: phrase.text, score: phrase.score * share };
    }
    share *= LATER;
  }
  return best && capitalised(best.text);
}

/** The stretch of a clause between two telling words that says most in few words. */
function bestWithin(clause: string, weigh: (word: Word) => number): Phrase | undefined {
  const words = wordsOf(clause);
  let best: Phrase | undefined;
  for (const [at, first] of words.entries()) {
    if (!isTelling(first)) continue;
    let score = 0;
    for (const last of words.slice(at, at + MAX_WORDS)) {
      if (last.end - first.start > MAX_CHARACTERS) break;
      if (!isTelling(last)) continue;
      score += weigh(last);
      if (best === undefined || score > best.score)
        best = { text: clause.slice(first.start, last.end).replace(/\s+/g, " "), score };
    }
  }
  return best;
}

function capitalised(text: string): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase("en") + text.slice(first.length);
}
