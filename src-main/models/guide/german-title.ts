/** Makes titles of German questions: `Wie füge ich einen Schlüssel hinzu?` is called `Schlüssel hinzufügen`. */

/** A question of the first person: its verb stands before `ich` or `wir`, the rest behind it. */
const QUESTION = /^(?:wie|wo|wohin|womit|wann) (\p{Ll}+) (ich|wir) (.+)$/iu;
const OTHER_QUESTION = /^(?:wie|wo|wohin|womit|wann) (\p{Ll}+) (?:ich|wir|man|du|sie|ihr|er|es) /iu;
/** Parts of verbs that a question puts at its end. */
const PREFIX =
  /^(?:(?:hin|her|he|hi)?(?:ab|an|auf|aus|ein|unter|über|zu|vor)|bei|dar|fest|fort|frei|hin|her|hoch|los|mit|nach|um|weg|weiter|wieder|zurück|zusammen|rein|raus|fern|still)$/u;
/** Words before the object that a title does without. */
const OPENING =
  /^(?:(?:ein|eine|einen|einem|einer|der|die|das|den|dem|mein|meine|meinen|meinem|meiner|unser|unsere|unseren|denn|eigentlich|hier|am besten|bitte|in braid) )+/iu;
/** Verbs that say nothing without another one. */
const AUXILIARY =
  /^(?:bin|sind|ist|hab(?:e|en|t)|hat|w[ei]rd(?:e|en|et)?|k(?:a|ö)nn(?:en|t|te)?|m[uü]ss(?:en|t|te)?|soll(?:en|t|te)?|darf|dürf(?:en|t|te)|will|woll(?:en|t|te)|möcht(?:e|en))$/iu;
const MAX_WORDS = 6;

/** Undefined where `sentence` is no such question, or its verb cannot be put at the end by rule. */
export function germanTitle(sentence: string): string | undefined {
  const clause = clauseOf(sentence);
  const [, verb = "", person = "", rest = ""] = QUESTION.exec(clause) ?? [];
  const infinitive = person === "wir" ? verb : infinitiveOf(verb);
  if (infinitive === undefined || AUXILIARY.test(verb)) return undefined;
  const words = rest.replace(OPENING, "").split(" ");
  const last = words.at(-1) ?? "";
  const prefix = words.length > 1 && PREFIX.test(last) ? last : "";
  const object = prefix === "" ? words : words.slice(0, -1);
  if (object.length > MAX_WORDS) return undefined;
  return `${object.join(" ")} ${prefix}${infinitive.toLowerCase()}`;
}

/** True for a question whose words make no title in another order: `Wie fügt man einen Schlüssel hinzu?`. */
export function isGermanQuestion(sentence: string): boolean {
  const [, verb] = OTHER_QUESTION.exec(clauseOf(sentence)) ?? [];
  return verb !== undefined && !AUXILIARY.test(verb);
}

/** The question itself, without what a comma or a second question adds. */
function clauseOf(sentence: string): string {
  const [clause = ""] = sentence.trim().split(/[,;:.?!…–—()]|\s(?:und|oder)\s(?=wie|wo|was|wann|kann)/iu);
  return clause.trim().replace(/\s+/gu, " ");
}

/** Matches the form of the first person: `füge`, `ändere`, `wechsle`. */
function infinitiveOf(verb: string): string | undefined {
  if (!verb.endsWith("e")) return undefined;
  const stem = verb.replace(/(?<!i)ere$/u, "er").replace(/([^aeiouäöühl])le$/u, "$1el");
  return `${stem}n`;
}
