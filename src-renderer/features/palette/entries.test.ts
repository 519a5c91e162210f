/** The words that people type, and what they mean by them: it is the first line of the palette, which Enter takes. */
import "../../platform/language/rest-words";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LANGUAGES, type Language } from "../../../src-preload/contract/domain/language";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import {
  type CommandId,
  isOnSystem,
  ownCommandIds,
  pageSystemCommandIds,
} from "../../../src-preload/contract/window/commands";

vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("localStorage", { getItem: () => null });
vi.mock("../../platform/commands/registry", () => ({ isEnabled: (id: CommandId) => isOnSystem(id, false) }));
const { speak, t } = await import("../../platform/language/language");
const { asked } = await import("./entries");

/** A session is no answer to these words, however like them it is called. */
const sessions = ["Dark matter in galaxies", "Storage engines compared", "Retry logic for the uploader"].map(
  (title, at) => ({ id: `s${at}`, title }) as unknown as SessionSummary,
);
const first = (query: string) => asked(query, sessions, [])[0]?.entries[0]?.key;

/** One line for each thing: its key in the list, and the words that lead to it. */
const WORDS: Record<Language, Record<string, string>> = {
  en: {
    "appearance.theme": "theme | appearance | colours | color scheme | change the theme | thme",
    "appearance.theme dark": "dark | dark mode | night mode | theme dark | dark theme | black",
    "appearance.theme light": "light | light mode | bright",
    "appearance.theme system": "follow system",
    "appearance.font_size": "font size | font | text size | bigger text | make the text bigger",
    "appearance.language": "language | change language | translation",
    "appearance.language de": "german | deutsch | language german",
    "window.notifications": "notifications | alerts",
    "window.notifications false": "turn off notifications | notifications off | disable notifications",
    "window.tray": "tray | run in background",
    "window.spellcheck": "spell check | spelling | spellcheck | dictionary",
    "window.spellcheck true": "turn on spell check",
    "run.max_retries": "retries | rate limit",
    "run.max_steps": "steps | max_steps | step limit",
    "run.token_budget": "token budget | budget | cost limit",
    "run.first_chunk_timeout_ms": "timeout | slow model",
    "recorder.save_on": "autosave | saving",
    "compaction.auto": "auto compact | automatic summary",
    "part backups": "backup | backups | back up | restore backup",
    "part api-keys": "api key | api keys | key | enter a key | password",
    "part add-provider": "add a provider | openai | anthropic",
    "connect-model": "connect a model | welcome",
    "part local-servers": "ollama | local models",
    "new-session": "new chat | new session | new conversation | new | start over",
    "new-window": "new window",
    "open-settings": "settings | preferences | options",
    "try-again": "retry | regenerate | try again",
    "edit-last": "edit | edit message",
    "delete-session": "delete | delete chat | remove chat",
    "archive-session": "archive",
    "rename-session": "rename | title | rename chat",
    "pin-session": "pin | favourite",
    find: "find | search",
    "toggle-sidebar": "sidebar | hide sidebar",
    "choose-model": "model | change model | switch model | default model",
    "choose-thinking": "thinking | reasoning | effort",
    "copy-answer": "copy",
    "branch-here": "branch | fork | duplicate",
    compact: "compact | summarize | shorten",
    stop: "stop | cancel | abort",
    continue: "continue | resume",
    "show-usage": "cost | tokens | usage | price",
    "show-handbook": "help | manual | handbook",
    "show-keys": "shortcuts | keyboard shortcuts | hotkeys | keys",
    "open-storage": "storage | disk space",
    "export-diagnostics": "diagnostics | bug report | logs",
    "import-sessions": "import | import chatgpt | import from claude",
    "open-trash": "trash | deleted chats | bin",
    "undo-change": "undo",
    "show-changes": "history",
    "ask-aside": "sidecar | side question",
    "show-family": "tree | branches",
    "to-end": "scroll to bottom | end",
    quit: "quit | exit | quit braid | close app",
    "close-window": "close window | close | close the window",
    about: "about | about braid | version",
    "reload-window": "reload | refresh | reload window",
    "full-screen": "full screen | fullscreen",
    "developer-tools": "devtools | developer tools | console",
    "minimize-window": "minimise | minimize",
    "zoom-in": "zoom in | zoom",
    "zoom-out": "zoom out",
    "actual-size": "actual size | reset zoom",
    "select-all": "select all",
    "redo-text": "redo in the text",
    cut: "cut",
  },
  de: {
    "appearance.theme": "Design | Aussehen | Farben | theme | Design ändern",
    "appearance.theme dark": "dunkel | Dunkelmodus | Nachtmodus | dark | dark mode | dunkles Design",
    "appearance.theme light": "hell | heller Modus | light mode",
    "appearance.font_size": "Schriftgröße | schriftgrosse | Schrift | Textgröße | größer | font size | größe",
    "appearance.language": "Sprache | Sprache ändern | language",
    "appearance.language en": "englisch | auf Englisch",
    "window.notifications": "Benachrichtigungen | notifications | Meldungen",
    "window.notifications false":
      "Benachrichtigungen aus | Benachrichtigungen ausschalten | keine Benachrichtigungen",
    "window.tray": "Infobereich | tray | Hintergrund",
    "window.spellcheck": "Rechtschreibung | Rechtschreibprüfung | spell check",
    "run.max_retries": "Wiederholungen | retries",
    "run.token_budget": "Budget | Kostengrenze",
    "run.first_chunk_timeout_ms": "Zeitgrenze | timeout",
    "part backups": "Sicherung | backup | Sicherungen | Datensicherung",
    "part api-keys": "API-Schlüssel | Schlüssel | api key | Passwort",
    "part add-provider": "Anbieter hinzufügen | openai",
    "part local-servers": "ollama | lokales Modell",
    "new-session": "neuer Chat | new chat | neue Sitzung | neue Unterhaltung | neu",
    "open-settings": "Einstellungen | settings | Optionen",
    "try-again": "retry | erneut versuchen | nochmal",
    "edit-last": "bearbeiten | edit",
    "delete-session": "löschen | delete | Chat löschen",
    "archive-session": "archivieren | archive",
    "rename-session": "umbenennen | rename | Titel",
    find: "suchen | find",
    "toggle-sidebar": "Seitenleiste | sidebar",
    "choose-model": "Modell | Modell wechseln | model",
    "choose-thinking": "Denken | thinking | nachdenken",
    "copy-answer": "kopieren | copy",
    "branch-here": "abzweigen | fork | duplizieren",
    compact: "kürzen | zusammenfassen | compact",
    stop: "abbrechen | stop",
    continue: "weiter | continue",
    "show-usage": "Kosten | Token | Verbrauch",
    "show-handbook": "Hilfe | help | Handbuch",
    "show-keys": "Tastenkürzel | Tasten | shortcuts | Tastatur",
    "open-storage": "Speicher | Speicherplatz | storage",
    "export-diagnostics": "Diagnose | Fehlerbericht",
    "import-sessions": "importieren | import chatgpt | aus Claude importieren",
    "open-trash": "Papierkorb | gelöschte Sitzungen | trash",
    "undo-change": "rückgängig | undo",
    "show-changes": "Verlauf",
    "prompt-history": "history | eigene Nachrichten",
    "ask-aside": "Seitengespräch | sidecar",
    quit: "beenden | quit | App schließen | Braid beenden",
    "close-window": "Fenster schließen | schließen | close window",
    about: "über | über Braid | Version | about",
    "reload-window": "neu laden | aktualisieren | reload",
    "full-screen": "Vollbild | fullscreen",
    "developer-tools": "Entwicklerwerkzeuge | Konsole",
    "minimize-window": "minimieren",
    "zoom-in": "vergrößern",
    "zoom-out": "verkleinern",
    "actual-size": "Originalgröße",
    "select-all": "alles auswählen | alles markieren",
    cut: "ausschneiden",
  },
};

describe.each(LANGUAGES)("in %s", (language) => {
  beforeAll(() => speak(language));
  afterAll(() => speak("en"));
  const lines = Object.entries(WORDS[language]).flatMap(([key, words]) =>
    words
      .split(" | ")
      .filter(Boolean)
      .map((word) => ({ word, key })),
  );

  it.each(lines)("“$word” is $key", ({ word, key }) => expect(first(word)).toBe(key));
});

describe.each(LANGUAGES)("the commands in %s", (language) => {
  beforeAll(() => speak(language));
  afterAll(() => speak("en"));

  it.each(
    [...ownCommandIds, ...pageSystemCommandIds].filter((id) => id !== "go-to" && isOnSystem(id, false)),
  )("%s is found by its name, and has other names", (id) => {
    const found = asked(t(`commands:${id}`), sessions, []).flatMap(({ entries }) => entries);
    expect(found.map(({ key }) => key)).toContain(id);
    expect(t(`commands:also.${id}`)).toMatch(/\w/);
  });
});

describe("the values of a setting", () => {
  const keys = (query: string) =>
    asked(query, sessions, []).flatMap(({ kind, entries }) =>
      kind === "search" ? [] : entries.map(({ key }) => key),
    );

  it("follow their setting at once", () => {
    expect(keys("theme").slice(0, 4)).toEqual([
      "appearance.theme",
      "appearance.theme system",
      "appearance.theme light",
      "appearance.theme dark",
    ]);
    expect(keys("dar")[0]).toBe("appearance.theme dark");
  });

  it("do not hide other settings where the query is not about them", () => {
    expect(keys("summar").filter((key) => / (?:true|false)$/.test(key))).toEqual([]);
    expect(keys("no")[0]).toBe("window.notifications");
  });

  it("[SE-5a] stand before the search of all conversations, which is always there", () => {
    for (const query of ["theme", "no such thing "])
      expect(asked(query, sessions, []).at(-1)).toEqual({
        kind: "search",
        entries: [{ kind: "search", key: "search everywhere", text: query.trim() }],
      });
  });

  it("leave out what only has the same letters", () => {
    expect(keys("theme")).toHaveLength(5);
  });
});
