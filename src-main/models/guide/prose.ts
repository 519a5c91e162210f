/** Splits a text into words and sentences, in any script, for titles and summaries. */

/** One word of a text, and where it stands. */
export interface Word {
  /** In lower case. */
  word: string;
  start: number;
  end: number;
}

// One locale for all: the same text gives the same words on every machine.
const words = new Intl.Segmenter("en", { granularity: "word" });
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** Fenced code, addresses and tags, which are no prose; and the marks of Markdown. */
const NOT_PROSE = /```[\s\S]*?(```|$)|~~~[\s\S]*?(~~~|$)|\bhttps?:\/\/\S+|<[^>\n]{1,200}>/g;
const MARKS = /^[ \t]*(#{1,6}|[-*+>]|\d{1,3}[.)]) +|[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/gm;

export function proseOf(markdown: string): string {
  return markdown.replace(NOT_PROSE, " ").replace(MARKS, "");
}

export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (isWordLike === true)
      found.push({ word: segment.toLowerCase(), start: index, end: index + segment.length });
  }
  return found;
}

/** A line's end ends a sentence as well. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => [...sentences.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== "");
}

/** Words that say how something is said, not what about; English and German. */
const EMPTY = new Set(
  // English
  (
    "a about after again all also although am an and another any anyone anything are aren't around as at be because been before being " +
    "best better between both but by came can can't could couldn't did didn't do does doesn't doing don't done each either else etc " +
    "even ever every explain describe few for from further get gets getting give given go goes going good got had has have haven't having he hello help " +
    "her here hers hey hi him his how however i i'd i'll i'm i've if in into is isn't it it's its itself just know let let's like " +
    "look made make makes many may maybe me mean might mine more most much must my myself need needs never no nor not now of off oh ok " +
    "okay on once one only or other our ours out over own please quite really right same say see shall she should show since so some " +
    "someone something still such sure take tell than thank thanks that that's the their theirs them then there there's these they " +
    "they're thing things think this those through to too try trying under until up upon us use used using very want wants was wasn't " +
    "way we we're well were what what's when where whether which while who whose why will with within without won't would wouldn't yes " +
    "yet you you're your yours " +
    // German
    "aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist bitte da dabei dafür damit " +
    "dann daran darauf daraus darf das dass dein deine dem den denn der des dessen deshalb die dies diese diesem diesen dieser dieses " +
    "dir doch dort du durch ein eine einem einen einer eines einfach einmal er erst es etwas euch eure fast für gab ganz geben gegen " +
    "geht gemacht genau gern gerne gibt haben habe hab hallo hast hat hatte hätte hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren " +
    "ihrer im immer in ins ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinen könnte können lassen machen mache " +
    "macht mal man mehr mein meine meinem meinen meiner mich mir mit möchte muss müssen nach nicht nichts nie noch nun nur ob oder ohne " +
    "sagen schon sehr sei sein seine seinem seinen seiner selbst sich sie sind so soll sollen sollte sondern sonst über um und uns unser " +
    "unsere unter viel vom von vor war waren warum was weg weil wenn wer werde werden wie wieder will willst wir wird wirst wo wollen " +
    "wurde wurden würde zeig zeige zu zum zur zwar zwischen"
  ).split(" "),
);

/** Returns true for a word that tells what a text is about. Single letters do not tell, single signs of other scripts do. */
export const isTelling = ({ word }: Word): boolean =>
  !EMPTY.has(word) && !EMPTY.has(word.replace("’", "'")) && !/^[a-z0-9]$/.test(word);

/** How often each telling word comes. */
export function countWords(found: readonly Word[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of found) if (isTelling(word)) counts.set(word.word, (counts.get(word.word) ?? 0) + 1);
  return counts;
}
