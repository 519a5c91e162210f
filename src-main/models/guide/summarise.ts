/** Makes a summary from a text's own sentences: the most telling ones, in their order. The same text gives the same summary. */
import { countWords, isTelling, proseOf, sentencesOf, wordsOf } from "./prose";

/** The share of a text's length that a summary has at most. */
const SHARE = 0.3;
/** A sentence with more words than these is longer, not more telling. */
const ENOUGH_WORDS = 6;
/** The first sentence names the subject, so it counts more. */
const OPENING = 1.25;

/** At most `max_characters`. A short text is returned as it is. */
export function summarise(text: string, max_characters: number): string {
  const prose = proseOf(text).trim();
  const sentences = [...new Set(sentencesOf(prose))];
  const room = Math.min(max_characters, Math.max(200, Math.floor(prose.length * SHARE)));
  if (sentences.length <= 1 || prose.length <= 200) return cutOff(prose, max_characters);

  const counts = countWords(wordsOf(prose));
  const scored = sentences.map((sentence, at) => ({
    sentence,
    at,
    score: tellingness(sentence, counts, at),
  }));
  scored.sort((a, b) => b.score - a.score || a.at - b.at);
  const chosen: typeof scored = [];
  let length = 0;
  for (const one of scored) {
    if (one.score === 0 || (chosen.length > 0 && length + one.sentence.length > room)) continue;
    chosen.push(one);
    length += one.sentence.length + 1;
  }
  chosen.sort((a, b) => a.at - b.at);
  const summary = chosen.map(({ sentence }) => sentence).join(" ");
  return cutOff(summary === "" ? prose : summary, max_characters);
}

/** How much a sentence has of the words that the whole text is about. */
function tellingness(sentence: string, counts: ReadonlyMap<string, number>, at: number): number {
  const telling = new Set(
    wordsOf(sentence)
      .filter(isTelling)
      .map(({ word }) => word),
  );
  let sum = 0;
  for (const word of telling) sum += Math.log2(1 + (counts.get(word) ?? 0));
  return (sum / Math.max(ENOUGH_WORDS, telling.size)) * (at === 0 ? OPENING : 1);
}

function cutOff(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, length - 1)
    .replace(/\p{Cs}$/u, "")
    .trimEnd()}…`;
}
