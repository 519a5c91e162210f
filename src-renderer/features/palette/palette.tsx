/** The quick switcher and command palette (`go-to`): one list of sessions, commands, settings and models. */

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { SessionCursor, SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { SettingValues } from "../../../src-preload/contract/domain/settings";
import { appInfo } from "../../platform/app-info";
import { call } from "../../platform/bridge";
import { nameOfKey } from "../../platform/commands/key-names";
import { runCommand } from "../../platform/commands/registry";
import { closeDialog, openDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { reportError } from "../../platform/notices";
import type { Findable } from "../../platform/settings/find";
import { doing, showSession } from "../../thread/actions";
import { withLevelOf } from "../../thread/model/model-groups";
import { sessionList } from "../../thread/session-list";
import { mainThread } from "../../thread/thread";
import { writingThread } from "../../thread/writing/rewind-state";
import { MOVES, useQuery } from "../../ui/query";
import { CurrentValues, setValue, useCurrentValues } from "./current-values";
import { asked, type Entry, unasked } from "./entries";
import { PaletteRow } from "./palette-row";
import { noteCommand } from "./recent-commands";
import { createSessionFinder } from "./session-finder";
import "./palette.css";

/** The most sessions that the core gives at once. Older ones are found by name. */
const AT_HAND = 200;
/** Nobody reads more results than this. */
const ENOUGH = 30;

/** Finds sessions of the list and, with a query, archived ones too. */
async function findSessions(filter: string, isWanted: () => boolean): Promise<SessionSummary[]> {
  const found = await listSessions(filter, false, isWanted);
  if (filter === "" || !isWanted()) return found;
  return [...found, ...(await listSessions(filter, true, isWanted))];
}

/** Loads sessions. A page of search results may be empty with more to come, so the search goes on while its answer is wanted. */
async function listSessions(
  filter: string,
  archived: boolean,
  isWanted: () => boolean,
): Promise<SessionSummary[]> {
  const found: SessionSummary[] = [];
  let before: SessionCursor | undefined;
  do {
    const page = await call("session.list", {
      limit: AT_HAND,
      archived,
      ...(filter === "" ? {} : { filter }),
      ...(before === undefined ? {} : { before }),
    });
    found.push(...page.sessions);
    before = filter === "" ? undefined : page.next;
  } while (before !== undefined && found.length < ENOUGH && isWanted());
  return found;
}

/** Returns the picker's sessions, for use until the first answer. */
function atHand(): ReadonlyMap<string, SessionSummary> {
  const { archived, pinned, sessions } = sessionList.getState();
  return new Map(archived ? [] : [...pinned, ...sessions].map((one) => [one.id, one]));
}

/** Returns the newest sessions at once, and further matches of the query as they arrive. */
function useSessions(query: string): SessionSummary[] {
  const [found, setFound] = useState<ReadonlyMap<string, SessionSummary>>(atHand);
  const [finder] = useState(() =>
    createSessionFinder(
      findSessions,
      (sessions) =>
        setFound((known) => new Map([...known, ...sessions.map((one) => [one.id, one] as const)])),
      reportError,
    ),
  );
  useEffect(() => finder.look(query.trim()), [finder, query]);
  useEffect(() => () => finder.close(), [finder]);
  return useMemo(() => [...found.values()].sort((a, b) => b.updated_at - a.updated_at), [found]);
}

function useGroups(query: string) {
  const sessions = useSessions(query);
  const current = useStore(mainThread.view, ({ session_id }) => session_id);
  const models = useStore(appInfo, ({ info }) => info?.models);
  return useMemo(() => {
    if (query.trim() !== "") return asked(query, sessions, models ?? []);
    // Nobody wants to go to the session that is already shown.
    return unasked(sessions.filter(({ id, archived_at }) => id !== current && archived_at === undefined));
  }, [query, sessions, current, models]);
}

/** A value is set at once; all else leads to its place in the settings. */
function chooseSetting(thing: Findable, values: SettingValues | undefined): void {
  const { page } = thing;
  if (thing.kind === "value") setValue(thing, values);
  else if (thing.kind === "page") openDialog({ name: "settings", page });
  else openDialog({ name: "settings", page, at: thing.kind === "part" ? thing.part : thing.setting.path });
}

/** Picks a model for the message that the user was writing, at the level that the list of models would give it (MS-1). */
function pickModel(choice: ModelChoice): void {
  const { model } = writingThread();
  model.pick(withLevelOf(model, choice));
}

/** The text of the page that is marked, outside of text fields. */
function markedText(): Range | undefined {
  const selection = getSelection();
  return selection === null || selection.isCollapsed ? undefined : selection.getRangeAt(0);
}

/** Copies at once, in the step of the press: the closing dialog gives the focus back a frame later, and the marking goes with it. */
function copy(marked: Range): void {
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(marked);
  document.execCommand("copy");
}

interface Surroundings {
  inNewWindow: boolean;
  values: SettingValues | undefined;
  marked: Range | undefined;
}

function choose(entry: Entry, { inNewWindow, values, marked }: Surroundings): void {
  // The palette closes before the action begins, so that the action can give the focus away.
  flushSync(closeDialog);
  if (entry.kind === "search") openDialog({ name: "search", text: entry.text });
  else if (entry.kind === "model") pickModel(entry.model);
  else if (entry.kind === "setting") chooseSetting(entry.thing, values);
  else if (entry.kind === "command") {
    noteCommand(entry.id);
    if (entry.id === "copy" && marked !== undefined) copy(marked);
    else runCommand(entry.id);
  } else if (inNewWindow) doing(() => call("app.new_window", { session_id: entry.session.id }));
  else showSession(entry.session.id);
}

/** Keeps the entry that Enter takes: the best one, whatever arrives meanwhile, until an arrow key moves it. */
function useChosen(best: string) {
  const [moved, setMoved] = useState<string>();
  const moving = useRef(false);
  return {
    value: moved ?? best,
    forget: () => setMoved(undefined),
    noteKey(event: KeyboardEvent) {
      moving.current = MOVES.includes(event.key);
    },
    onValueChange(value: string) {
      // cmdk reports also the values that it chooses by itself.
      if (moving.current) setMoved(value);
      moving.current = false;
    },
  };
}

/** Notes the held keys, because cmdk reports only the choice. */
function useHeldKeys() {
  const held = useRef(false);
  const note = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent | MouseEvent) => {
    held.current = shiftKey || ctrlKey || metaKey;
  };
  return { held, note };
}

export function Palette() {
  const { t } = useTranslation("palette");
  const { typed, type, asked, catchUp } = useQuery();
  const groups = useGroups(asked);
  const chosen = useChosen(groups[0]?.entries[0]?.key ?? "");
  const { held, note } = useHeldKeys();
  const values = useCurrentValues();
  // Read before the field takes the focus, and the marking with it.
  const [marked] = useState(markedText);
  return (
    <Command
      label={t("title")}
      shouldFilter={false}
      loop
      vimBindings={false}
      className="palette"
      // A mouse that happens to lie where the list appears chooses nothing.
      disablePointerSelection
      value={chosen.value}
      onValueChange={chosen.onValueChange}
      onKeyDownCapture={catchUp}
      onKeyDown={(event) => {
        note(event);
        chosen.noteKey(event);
      }}
      onClickCapture={note}
    >
      <div className="palette-field">
        <Search aria-hidden="true" size={16} strokeWidth={1.75} />
        <Command.Input
          className="palette-input"
          dir="auto"
          maxLength={200}
          placeholder={t("placeholder")}
          value={typed}
          onValueChange={(text) => {
            type(text);
            chosen.forget();
          }}
        />
      </div>
      <Command.List className="palette-list" label={t("results")}>
        {groups.some(({ kind }) => kind !== "search") ? null : (
          // A list box must have an option.
          <Command.Item disabled value="nothing" className="palette-empty">
            {t("nothing")}
          </Command.Item>
        )}
        <CurrentValues value={values}>
          {groups.map(({ kind, entries }) => (
            <Command.Group key={kind} heading={t(`groups.${kind}`)} className="palette-group">
              {entries.map((entry) => (
                <PaletteRow
                  key={entry.key}
                  entry={entry}
                  onChoose={() => choose(entry, { inNewWindow: held.current, values, marked })}
                />
              ))}
            </Command.Group>
          ))}
        </CurrentValues>
      </Command.List>
      <p className="palette-foot">
        <span>{t("foot.open", { key: nameOfKey("Enter") })}</span>
        <span>{t("foot.window", { key: nameOfKey("$mod+Enter") })}</span>
        <span>{t("foot.close", { key: nameOfKey("Escape") })}</span>
      </p>
    </Command>
  );
}
