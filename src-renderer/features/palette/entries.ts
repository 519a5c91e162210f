/** The palette's answers to a query: sessions, commands, settings and models, in groups. */

import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import {
  type CommandId,
  ownCommandIds,
  pageSystemCommandIds,
  placeOf,
} from "../../../src-preload/contract/window/commands";
import { isEnabled } from "../../platform/commands/registry";
import { spokenLanguage, t } from "../../platform/language/language";
import { ask, GUESS, type Indexed, index, ranked, wordsOf } from "../../platform/rank";
import { type Findable, indexed, settingThings } from "../../platform/settings/find";
import { phrases } from "../../platform/settings/words";
import { modelKey } from "../../thread/model/model-choice";
import { byRecency } from "./recent-commands";

/** The counts of entries: a few likely ones without a query, and no more than anybody reads with one. */
const RECENT_SESSIONS = 6;
const MOST = 30;
/** A match of this score leaves no room for guesses. */
const SURE = 0.6;
/** The score of a query that is nearly a name. */
const NEARLY = 0.88;

/** `key` is unique in the list. */
export type Entry = { key: string } & (
  | { kind: "session"; session: SessionSummary }
  | { kind: "command"; id: CommandId }
  | { kind: "model"; model: ModelChoice }
  | { kind: "setting"; thing: Findable }
  /** Searches all conversations for the query. */
  | { kind: "search"; text: string }
);

export interface Group {
  kind: Entry["kind"];
  entries: Entry[];
}

type Ranked = Entry & { indexed: Indexed };

const sessionEntry = (session: SessionSummary): Ranked => ({
  kind: "session",
  key: session.id,
  session,
  indexed: index({ name: session.title }),
});

/** A command is found by its names in the user's language and in English, and by what one types after a slash. */
const commandEntry = (id: (typeof OFFERED)[number]): Ranked => ({
  kind: "command",
  key: id,
  id,
  indexed: indexed((say) => ({
    name: say(`commands:${id}`),
    also: [...phrases(say(`commands:also.${id}`)), id, placeOf(id).slash ?? ""],
  })),
});

function modelEntry(model: ModelChoice): Ranked {
  const { ref, label } = model;
  const within = [ref.model_id, `${ref.provider_id} ${label}`, t("palette:groups.model")];
  return { kind: "model", key: `model ${modelKey(ref)}`, model, indexed: index({ name: label, within }) };
}

const settingEntry = (thing: Findable): Ranked => ({
  kind: "setting",
  key: thing.key,
  thing,
  indexed: thing.indexed,
});

/** The palette does what the page may do. */
const OFFERED = [...ownCommandIds, ...pageSystemCommandIds];

let commands: { language: string; entries: Map<CommandId, Ranked> } | undefined;

/** The entries of commands in the window's language; made once for each. */
function commandsInWords(): ReadonlyMap<CommandId, Ranked> {
  if (commands?.language !== spokenLanguage())
    commands = {
      language: spokenLanguage(),
      entries: new Map(OFFERED.map((id) => [id, commandEntry(id)])),
    };
  return commands.entries;
}

/** The commands that can be called now, except the one that opens the palette. Those that every app has come last. */
const commandEntries = (): Ranked[] =>
  [...byRecency(ownCommandIds.filter((id) => id !== "go-to")), ...pageSystemCommandIds]
    .filter(isEnabled)
    .flatMap((id) => commandsInWords().get(id) ?? []);

/** The groups without a query: the newest sessions, and the possible commands, recently used ones first. */
export function unasked(sessions: readonly SessionSummary[]): Group[] {
  const groups: Group[] = [
    { kind: "session", entries: sessions.slice(0, RECENT_SESSIONS).map(sessionEntry) },
    { kind: "command", entries: commandEntries() },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** The values of a setting are shown where the query is nearly its name, or speaks of a value: else they would hide other settings. */
function isMeant(entry: Entry, score: number, terms: readonly string[]): boolean {
  if (entry.kind !== "setting" || entry.thing.kind !== "value" || score >= NEARLY) return true;
  const { own, setting } = entry.thing;
  // "On" and "off" are values of many settings.
  if (setting.kind === "switch" && terms.length < 2) return false;
  return terms.some((term) => own.some((word) => word.startsWith(term)));
}

/** The groups that match a query, the one with the best match first. */
export function asked(
  query: string,
  sessions: readonly SessionSummary[],
  models: readonly ModelChoice[],
): Group[] {
  const usable = models.filter(({ unavailable }) => unavailable === undefined);
  const all: { kind: Entry["kind"]; entries: Ranked[] }[] = [
    { kind: "session", entries: sessions.map(sessionEntry) },
    { kind: "command", entries: commandEntries() },
    { kind: "setting", entries: settingThings().map(settingEntry) },
    { kind: "model", entries: usable.map(modelEntry) },
  ];
  const words = ask(query, wordsOf(t("palette:fillers")));
  const groups = all.map(({ kind, entries }) => {
    const found = ranked(entries, words, ({ indexed }) => indexed)
      .filter(({ item, score }) => isMeant(item, score, words.terms))
      .slice(0, MOST);
    return { kind, found, top: found[0]?.score ?? 0 };
  });
  const least = Math.max(...groups.map(({ top }) => top)) > SURE ? GUESS : 0;
  const found: Group[] = groups
    .filter(({ top }) => top > least)
    // Rounded scores: groups that differ little keep the usual order.
    .sort((a, b) => Math.round(b.top * 50) - Math.round(a.top * 50))
    .map(({ kind, found }) => ({
      kind,
      entries: found.filter(({ score }) => score > least).map(({ item }) => item),
    }));
  if (!isEnabled("search")) return found;
  return [
    ...found,
    { kind: "search", entries: [{ kind: "search", key: "search everywhere", text: query.trim() }] },
  ];
}
