/** The palette's answers to a query: sessions, commands, models and settings pages, in groups. */

import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { type CommandId, commandIds } from "../../../src-preload/contract/window/commands";
import { isEnabled } from "../../platform/commands/registry";
import { SETTINGS_PAGES, type SettingsPage } from "../../platform/dialogs";
import { t } from "../../platform/language/language";
import { best, plain, score } from "../../platform/match";
import { modelKey } from "../../thread/model/model-choice";
import { byRecency } from "./recent-commands";

/** The counts of entries: a few likely ones without a query, and no more than anybody reads with one. */
const RECENT_SESSIONS = 6;
const MOST = 30;

/** `key` is unique in the list; the search looks at `text`. */
export type Entry = { key: string; text: string } & (
  | { kind: "session"; session: SessionSummary }
  | { kind: "command"; id: CommandId }
  | { kind: "model"; ref: ModelRef; label: string }
  | { kind: "page"; page: SettingsPage }
);

export interface Group {
  kind: Entry["kind"];
  entries: Entry[];
}

const sessionEntry = (session: SessionSummary): Entry => ({
  kind: "session",
  key: session.id,
  text: session.title,
  session,
});

/** Further words for a command, in the user's language. */
const alsoOf = (id: CommandId): string => (id === "compact" ? ` ${t(`palette:also.${id}`)}` : "");

/** A command is found by its name in the user's language, and by its English id, which handbooks use. */
const commandEntry = (id: CommandId): Entry => ({
  kind: "command",
  key: id,
  text: `${t(`commands:${id}`)} ${id.replaceAll("-", " ")}${alsoOf(id)}`,
  id,
});

const modelEntry = ({ ref, label }: ModelChoice): Entry => ({
  kind: "model",
  key: `model ${modelKey(ref)}`,
  text: `${label} ${ref.provider_id} ${t("palette:groups.model")}`,
  ref,
  label,
});

const pageEntry = (page: SettingsPage): Entry => ({
  kind: "page",
  key: `page ${page}`,
  text: `${t(`palette:pages.${page}`)} ${t("palette:groups.page")}`,
  page,
});

/** The commands that can be called now, except the one that opens the palette. */
const commandEntries = () =>
  byRecency(commandIds.filter((id) => id !== "go-to" && isEnabled(id))).map(commandEntry);

/** The groups without a query: the newest sessions, and the possible commands, recently used ones first. */
export function unasked(sessions: readonly SessionSummary[]): Group[] {
  const groups: Group[] = [
    { kind: "session", entries: sessions.slice(0, RECENT_SESSIONS).map(sessionEntry) },
    { kind: "command", entries: commandEntries() },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** The groups that match a query, the one with the best match first. */
export function asked(
  query: string,
  sessions: readonly SessionSummary[],
  models: readonly ModelChoice[],
): Group[] {
  const usable = models.filter(({ unavailable }) => unavailable === undefined);
  const all: Group[] = [
    { kind: "session", entries: sessions.map(sessionEntry) },
    { kind: "command", entries: commandEntries() },
    { kind: "page", entries: SETTINGS_PAGES.map(pageEntry) },
    { kind: "model", entries: usable.map(modelEntry) },
  ];
  // Rounded scores: groups that differ little keep the usual order.
  const topOf = ([first]: Entry[]) =>
    first === undefined ? 0 : Math.round(score(plain(first.text), plain(query)) * 20);
  return all
    .map(({ kind, entries }) => ({ kind, entries: best(entries, query, ({ text }) => text, MOST) }))
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => topOf(b.entries) - topOf(a.entries));
}
