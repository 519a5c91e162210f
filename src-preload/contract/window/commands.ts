/**
 * All commands of the menu, the keys, the palette and the slash, each under one name. The window does them (`src-renderer/app/commands`),
 * and `resources/locales` names them in words.
 */

/** A command that the system's menus have in every app: the entry of the application menu does it, not the page. */
export interface SystemEntry {
  /** Electron's name of the entry; absent where the deed is Braid's own. */
  role?: SystemRole;
  /** The usual key, to which the menu listens. Nobody can change it. */
  key?: string;
  /** The key on macOS, where that is another. */
  mac?: string;
  /** The entry that other systems do not have. */
  only?: "mac";
}

type SystemRole =
  | "about"
  | "close"
  | "copy"
  | "cut"
  | "front"
  | "hide"
  | "hideOthers"
  | "minimize"
  | "paste"
  | "pasteAndMatchStyle"
  | "quit"
  | "redo"
  | "resetZoom"
  | "selectAll"
  | "toggleDevTools"
  | "togglefullscreen"
  | "undo"
  | "unhide"
  | "zoom"
  | "zoomIn"
  | "zoomOut";

/**
 * A key that means something in text fields as well. `undo`: the field has it while it has something to undo. `caret`: the key moves the
 * caret, on macOS alone or on the other systems alone, and a field with text in it has the key there.
 */
export type Yields = "undo" | "caret-on-mac" | "caret-elsewhere";

export interface CommandPlace {
  /** `$mod` is Ctrl, on macOS Cmd; then modifiers and `KeyboardEvent.code` or `.key`. `KeyZ` is the key that writes a Z. */
  key?: string;
  /** Where a text field has the key, and not the command. */
  yields?: Yields;
  /** The command's part of the application menu. */
  menu: "file" | "edit" | "view" | "session" | "conversation" | "help";
  /** The command's name after a `/` in the composer: letters and dashes. */
  slash?: string;
  /** The argument that may follow the slash, by its name in `resources/locales`; a `!` makes it mandatory. */
  argument?: "title" | "model" | "level!" | "focus";
  system?: SystemEntry;
}

/**
 * In the order of the menus. An id keeps its name, because `shortcuts` in a user's `settings.json` names commands by it: `ask-aside` opens a
 * sidecar, and `open-beside` and `close-beside` a comparison.
 */
export const COMMANDS = {
  "new-session": { key: "$mod+KeyN", menu: "file", slash: "new" },
  "new-window": { key: "$mod+Shift+KeyN", menu: "file", slash: "window" },
  "new-private-window": { key: "$mod+Shift+KeyP", menu: "file", slash: "private" },
  "go-to": { key: "$mod+KeyK", menu: "file", slash: "go" },
  "open-settings": { key: "$mod+Comma", menu: "file", slash: "settings" },
  "close-window": { menu: "file", system: { role: "close", key: "$mod+KeyW" } },
  "hide-app": { menu: "file", system: { role: "hide", key: "$mod+KeyH", only: "mac" } },
  "hide-others": { menu: "file", system: { role: "hideOthers", key: "$mod+Alt+KeyH", only: "mac" } },
  "show-all": { menu: "file", system: { role: "unhide", only: "mac" } },
  quit: { menu: "file", system: { role: "quit", key: "$mod+KeyQ" } },
  "undo-text": { menu: "edit", system: { role: "undo", key: "$mod+KeyZ" } },
  "redo-text": { menu: "edit", system: { role: "redo", key: "$mod+Shift+KeyZ" } },
  cut: { menu: "edit", system: { role: "cut", key: "$mod+KeyX" } },
  copy: { menu: "edit", system: { role: "copy", key: "$mod+KeyC" } },
  paste: { menu: "edit", system: { role: "paste", key: "$mod+KeyV" } },
  "paste-as-text": {
    menu: "edit",
    system: { role: "pasteAndMatchStyle", key: "$mod+Shift+KeyV", mac: "$mod+Alt+Shift+KeyV" },
  },
  "select-all": { menu: "edit", system: { role: "selectAll", key: "$mod+KeyA" } },
  "undo-change": { key: "$mod+KeyZ", yields: "undo", menu: "edit", slash: "undo" },
  "show-changes": { menu: "edit", slash: "changes" },
  find: { key: "$mod+KeyF", menu: "edit", slash: "find" },
  search: { key: "$mod+Shift+KeyF", menu: "edit", slash: "search" },
  "toggle-sidebar": { key: "$mod+KeyB", menu: "view" },
  "group-by-folder": { menu: "view" },
  "next-pane": { key: "F6", menu: "view" },
  "previous-pane": { key: "Shift+F6", menu: "view" },
  "actual-size": { menu: "view", system: { role: "resetZoom", key: "$mod+Digit0" } },
  "zoom-in": { menu: "view", system: { role: "zoomIn", key: "$mod+Plus" } },
  "zoom-out": { menu: "view", system: { role: "zoomOut", key: "$mod+Minus" } },
  "full-screen": {
    menu: "view",
    system: { role: "togglefullscreen", key: "F11", mac: "$mod+Control+KeyF" },
  },
  "reload-window": { menu: "view", system: { key: "$mod+Shift+KeyR" } },
  "developer-tools": {
    menu: "view",
    system: { role: "toggleDevTools", key: "$mod+Shift+KeyI", mac: "$mod+Alt+KeyI" },
  },
  "minimize-window": { menu: "view", system: { role: "minimize", key: "$mod+KeyM" } },
  "zoom-window": { menu: "view", system: { role: "zoom", only: "mac" } },
  "bring-to-front": { menu: "view", system: { role: "front", only: "mac" } },
  "next-session": { key: "$mod+PageDown", menu: "session", slash: "next" },
  "previous-session": { key: "$mod+PageUp", menu: "session", slash: "previous" },
  "new-in-folder": { menu: "session", slash: "folder" },
  "rename-session": { menu: "session", slash: "rename", argument: "title" },
  "pin-session": { menu: "session", slash: "pin" },
  "mark-unread": { menu: "session", slash: "unread" },
  "open-beside": { menu: "session", slash: "beside" },
  "close-beside": { menu: "session" },
  "show-as-text": { menu: "session", slash: "text" },
  "draw-session": { menu: "session", slash: "draw" },
  "export-session": { menu: "session", slash: "export" },
  "import-sessions": { menu: "session", slash: "import" },
  "save-private": { menu: "session", slash: "save" },
  "archive-session": { menu: "session", slash: "archive" },
  "delete-session": { menu: "session", slash: "delete" },
  "open-trash": { menu: "session", slash: "trash" },
  "show-permissions": { menu: "session", slash: "permissions" },
  "show-family": { menu: "session", slash: "family" },
  "previous-question": { key: "Alt+ArrowUp", yields: "caret-on-mac", menu: "conversation" },
  "next-question": { key: "Alt+ArrowDown", yields: "caret-on-mac", menu: "conversation" },
  "go-to-label": { menu: "conversation", slash: "labels" },
  "to-end": { key: "$mod+End", yields: "caret-elsewhere", menu: "conversation" },
  "write-message": { key: "$mod+KeyL", menu: "conversation" },
  "prompt-history": { key: "$mod+KeyR", menu: "conversation", slash: "history" },
  "ask-aside": { key: "$mod+KeyJ", menu: "conversation", slash: "aside" },
  "choose-model": { key: "$mod+Shift+KeyM", menu: "conversation", slash: "model", argument: "model" },
  "choose-thinking": { key: "$mod+Shift+KeyE", menu: "conversation", slash: "thinking", argument: "level!" },
  "connect-model": { menu: "conversation", slash: "connect" },
  "edit-last": { menu: "conversation", slash: "edit" },
  "try-again": { menu: "conversation", slash: "retry", argument: "model" },
  "try-again-with": { menu: "conversation" },
  "copy-answer": { key: "$mod+Shift+KeyC", menu: "conversation", slash: "copy" },
  "branch-here": { menu: "conversation", slash: "branch" },
  compact: { menu: "conversation", slash: "compact", argument: "focus" },
  "free-up-space": { menu: "conversation", slash: "free" },
  stop: { key: "Escape", menu: "conversation", slash: "stop" },
  continue: { menu: "conversation", slash: "continue" },
  "show-usage": { menu: "conversation", slash: "usage" },
  "show-handbook": { key: "F1", menu: "help", slash: "handbook" },
  "ask-guide": { menu: "help" },
  "show-keys": { key: "$mod+Slash", menu: "help", slash: "keys" },
  "open-storage": { menu: "help", slash: "storage" },
  "export-diagnostics": { menu: "help", slash: "diagnostics" },
  about: { menu: "help", system: { role: "about" } },
} as const satisfies Record<string, CommandPlace>;

export type CommandId = keyof typeof COMMANDS;

export const commandIds = Object.keys(COMMANDS) as CommandId[];

/** The commands of the system's menus. */
export type SystemCommandId = {
  [Id in CommandId]: (typeof COMMANDS)[Id] extends { system: SystemEntry } ? Id : never;
}[CommandId];

/**
 * These give the page what is in the clipboard, and a page that was taken over could ask for it at any time. The menu and its keys alone do
 * them.
 */
const CLIPBOARD_READERS = ["paste", "paste-as-text"] as const;

/** The commands of the system's menus that a page may ask for. */
export type PageSystemCommandId = Exclude<SystemCommandId, (typeof CLIPBOARD_READERS)[number]>;

/** The commands of Braid's own, whose keys can be changed. */
export type OwnCommandId = Exclude<CommandId, SystemCommandId>;

/** The commands that one window can do now, and those that are on. */
export interface CommandStates {
  enabled: readonly CommandId[];
  checked: readonly CommandId[];
}

/** A command's place, as one type for all: `COMMANDS` has the exact types. */
export const placeOf = (id: CommandId): CommandPlace => COMMANDS[id];

export const isOfSystem = (id: CommandId): id is SystemCommandId => placeOf(id).system !== undefined;

export const systemCommandIds = commandIds.filter(isOfSystem);

export const pageSystemCommandIds = systemCommandIds.filter(
  (id): id is PageSystemCommandId => !CLIPBOARD_READERS.some((reader) => reader === id),
);

export const ownCommandIds = commandIds.filter((id): id is OwnCommandId => !isOfSystem(id));

/** False for a command of another system. */
export const isOnSystem = (id: CommandId, isMac: boolean): boolean =>
  placeOf(id).system?.only === undefined || isMac;
