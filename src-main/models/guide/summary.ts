/** The guide as summariser (CP-5): the most telling sentences of a conversation under four headings, below what an earlier summary said. */
import type { Language } from "../../../src-preload/contract/domain/language";
import { type Entry, readSummaryRequest } from "../../core/context/summary-request";
import { headings as ours } from "../../core/context/todos";
import { summarise } from "./summarise";

/** Characters. A summary of a long talk is much shorter than this. */
const MAX_SUMMARY = 4000;
/** The share of the new turns that their summary has at most: it must be shorter than they are, headings and all. */
const SHARE = 0.5;
/** Characters. In less room a section holds no sentence. */
const ENOUGH = 200;
/** Characters between what is kept and what is new, in all sections. */
const JOINTS = 8;

const SECTIONS = ["goal", "progress", "decisions", "next"] as const;
type Section = (typeof SECTIONS)[number];
type Sections = Record<Section, string>;

const TITLES: Record<Language, Sections> = {
  en: { goal: "Goal", progress: "Progress", decisions: "Decisions", next: "Next steps" },
  de: { goal: "Ziel", progress: "Stand", decisions: "Entscheidungen", next: "Nächste Schritte" },
};
/** The share of the room that each section may take. */
const WEIGHTS: Record<Section, number> = { goal: 0.25, progress: 0.35, decisions: 0.2, next: 0.2 };

const DECIDED =
  /\b(decid|decision|chose|chosen|agreed|settled on|instead of|we('| wi)ll use|entschied|entscheid|beschl|gewählt|einig|statt)/i;
const OPEN =
  /\b(next|todo|to do|later|remains|still (open|missing|to)|open question|nächste[nrs]?|später|offen|noch (nicht|zu)|fehlt)\b/i;
const GERMAN = /(?<!\p{L})(der|die|das|und|ist|nicht|ich|wir|ein|eine|mit|für|auf)(?!\p{L})/giu;
const ENGLISH = /(?<!\p{L})(the|and|is|not|of|to|in|that|we|it|with|for|on)(?!\p{L})/giu;

/** A text without the marks of a summariser's input is summarised as it is. */
export function summaryOf(prompt: string): string {
  const request = readSummaryRequest(prompt);
  if (request === undefined) return summarise(prompt, MAX_SUMMARY);
  const { entries } = request;
  const earlier = withoutCarried(request.earlier);
  const all = entries.map(({ text }) => text).join("\n");
  const user = saidBy("user-said", entries);
  const answered = saidBy("assistant-said", entries);
  // Where nobody wrote a word, what tools said is all there is.
  const assistant = hasWords(answered) || hasWords(user) ? answered : all;
  const said = { user, assistant };
  const titles = TITLES[languageOf(`${earlier}\n${said.user}\n${said.assistant}`)];
  const kept = sectionsOf(earlier);
  const frame = composed(titles, kept).length + JOINTS - earlier.length;
  const room = Math.min(MAX_SUMMARY, Math.floor(all.length * SHARE)) - Math.max(0, frame);
  if (room < ENOUGH && earlier === "") return summarise(all, Math.max(1, Math.floor(all.length * SHARE)));
  const found = room < ENOUGH ? inLittleRoom(all, room) : newSections(said, room);
  const joined = each((section) => [kept[section], found[section]].filter(Boolean).join("\n\n"));
  const summary = composed(titles, joined);
  if (room <= 0 && summary.length > earlier.length) return earlier;
  return summary.length <= 2 * MAX_SUMMARY ? summary : composed(titles, shortened(joined));
}

/** The list that Braid appends to a summary is left out: the new summary gets a newer one. It always stands at the end. */
const withoutCarried = (summary: string): string =>
  (summary.split(new RegExp(`^## (?:${Object.values(ours).join("|")})$`, "m"), 1)[0] ?? "").trim();

const each = (of: (section: Section) => string): Sections => ({
  goal: of("goal"),
  progress: of("progress"),
  decisions: of("decisions"),
  next: of("next"),
});
const emptySections = () => each(() => "");
const shortened = (sections: Sections) =>
  each((section) => summarise(sections[section], Math.floor(MAX_SUMMARY * WEIGHTS[section])));

const composed = (titles: Sections, sections: Sections): string =>
  SECTIONS.map((section) => `## ${titles[section]}\n\n${sections[section] || "–"}`).join("\n\n");

const hasWords = (text: string): boolean => /\p{L}/u.test(text);

const saidBy = (mark: Entry["mark"], entries: readonly Entry[]): string =>
  entries.flatMap((entry) => (entry.mark === mark ? [entry.text] : [])).join("\n");

const inLittleRoom = (all: string, room: number): Sections => ({
  ...emptySections(),
  progress: room <= 0 ? "" : summarise(all, room),
});

function newSections({ user, assistant }: { user: string; assistant: string }, room: number): Sections {
  const lines = (text: string, pattern: RegExp) =>
    text
      .split(/\n+|(?<=[.!?])\s+/)
      .filter((line) => pattern.test(line))
      .join("\n");
  const both = `${user}\n${assistant}`;
  const sources: Sections = {
    goal: user,
    progress: assistant,
    decisions: lines(both, DECIDED),
    next: lines(both, OPEN),
  };
  return each((section) => summarise(sources[section], Math.floor(room * WEIGHTS[section])));
}

/** The sections of an earlier summary, whatever language its headings are in. What stands under other headings is progress. */
function sectionsOf(summary: string): Sections {
  const sections = emptySections();
  let section: Section = "progress";
  for (const line of summary.split("\n")) {
    const [, title] = /^## (.*)$/.exec(line) ?? [];
    if (title === undefined) {
      sections[section] += `${line}\n`;
      continue;
    }
    const known = SECTIONS.find((one) => Object.values(TITLES).some((titles) => titles[one] === title));
    section = known ?? "progress";
    if (known === undefined) sections.progress += `${title}\n`;
  }
  return each((one) => sections[one].trim().replace(/^–$/, ""));
}

function languageOf(text: string): Language {
  const count = (words: RegExp) => text.match(words)?.length ?? 0;
  return count(GERMAN) > count(ENGLISH) ? "de" : "en";
}
