/**
 * Everything that can be done by menu, key, palette or slash, each with one name in all of them. What a command does is the window's
 * (`src-renderer/commands`), what it is called stands in `resources/locales`.
 */

export interface CommandPlace {
  /** `$mod` is Ctrl, on macOS Cmd; then modifiers and `KeyboardEvent.code` or `.key`. */
  key?: string;
  /** The part of the application menu it stands in. */
  menu: "file" | "edit" | "view" | "session" | "conversation" | "help";
}

/** In the order of the menus. */
export const COMMANDS = {
  "new-session": { key: "$mod+KeyN", menu: "file" },
  "new-window": { key: "$mod+Shift+KeyN", menu: "file" },
  "go-to": { key: "$mod+KeyK", menu: "file" },
  "open-settings": { key: "$mod+Comma", menu: "file" },
  find: { key: "$mod+KeyF", menu: "edit" },
  "toggle-sidebar": { key: "$mod+KeyB", menu: "view" },
  "next-pane": { key: "F6", menu: "view" },
  "previous-pane": { key: "Shift+F6", menu: "view" },
  "next-session": { key: "$mod+PageDown", menu: "session" },
  "previous-session": { key: "$mod+PageUp", menu: "session" },
  "rename-session": { menu: "session" },
  "pin-session": { menu: "session" },
  "mark-unread": { menu: "session" },
  "archive-session": { menu: "session" },
  "previous-question": { key: "Alt+ArrowUp", menu: "conversation" },
  "next-question": { key: "Alt+ArrowDown", menu: "conversation" },
  "to-end": { key: "$mod+End", menu: "conversation" },
  "write-message": { key: "$mod+KeyL", menu: "conversation" },
  "choose-model": { key: "$mod+Shift+KeyM", menu: "conversation" },
  "copy-answer": { key: "$mod+Shift+KeyC", menu: "conversation" },
  stop: { key: "Escape", menu: "conversation" },
  continue: { menu: "conversation" },
  "show-usage": { menu: "conversation" },
  "ask-guide": { menu: "help" },
  "show-keys": { key: "$mod+Slash", menu: "help" },
  "open-storage": { menu: "help" },
  "export-diagnostics": { menu: "help" },
} as const satisfies Record<string, CommandPlace>;

export type CommandId = keyof typeof COMMANDS;

export const commandIds = Object.keys(COMMANDS) as CommandId[];

/** How the commands stand in one window: what can be done now, and what is on. */
export interface CommandStates {
  enabled: readonly CommandId[];
  checked: readonly CommandId[];
}

/** What of a command is the same for all: `COMMANDS` has the exact types. */
export const placeOf = (id: CommandId): CommandPlace => COMMANDS[id];
