/** Keys of commands as `settings.json` writes them: one spelling for each key, and the keys that no command may have. */

/** A change of one command's key: null takes the key away, and without `key` the command has its default again. */
export interface ShortcutChange {
  command: string;
  key?: string | null;
}

/** The commands that there are, each with its default key; null for a command without one. */
export type UsualKeys = Readonly<Record<string, string | null>>;

/** The keys that the user has chosen, by command, in their one spelling; null for a command that shall have none. */
export type ChosenKeys = Readonly<Record<string, string | null>>;

/** Why a command may not have a key. */
export type KeyRefusal =
  /** The key is written wrongly, or no window hears of it. */
  | "unknown"
  /** The key writes a sign. */
  | "writes"
  /** Text fields and lists need it. */
  | "text"
  /** The window or its menu needs it. */
  | "app"
  /** The system takes it before any window. */
  | "system";

const MODIFIERS = ["$mod", "Control", "Meta", "Alt", "Shift"];

const WRITES =
  /^(?:Key[A-Z]|Digit\d|Space|Comma|Period|Slash|Semicolon|Quote|Bracket(?:Left|Right)|Backslash|Backquote|Minus|Equal)$/;
const MOVES_OR_EDITS =
  /^(?:Arrow(?:Up|Down|Left|Right)|PageUp|PageDown|Home|End|Insert|Delete|Backspace|Enter|Tab|Escape)$/;
const FUNCTION = /^F(?:[1-9]|1\d|2[0-4])$/;

/**
 * The one spelling of a key: `Shift+Control+KeyM` is `$mod+Shift+KeyM`, and on macOS `Control+Shift+KeyM`. Undefined for a text that is no
 * key.
 */
export function canonicalKey(text: string, isMac: boolean): string | undefined {
  const names = text.split("+");
  const code = names.pop() ?? "";
  if (!names.every((name) => MODIFIERS.includes(name))) return undefined;
  if (![WRITES, MOVES_OR_EDITS, FUNCTION].some((pattern) => pattern.test(code))) return undefined;
  const common = isMac ? "Meta" : "Control";
  const held = new Set(names.map((name) => (name === common ? "$mod" : name)));
  return [...MODIFIERS.filter((name) => held.has(name)), code].join("+");
}

/** The keys that text fields, lists and dialogs need everywhere, in their one spelling. */
const TEXT = [
  /(?:^|\+)(?:Tab|Enter|Escape)$/,
  /^(?:Shift\+)?(?:Arrow\w+|PageUp|PageDown|Home|End|Insert|Delete|Backspace|F2|F3)$/,
  /^\$mod\+Key[ACVXYZ]$/,
  /^\$mod\+Shift\+(?:Key[VZ]|Home|End)$/,
  /^\$mod\+(?:Shift\+)?(?:Arrow\w+|Home|Insert|Delete|Backspace)$/,
  /^Alt\+(?:Shift\+)?Backspace$/,
];
/** The keys of the menu's own entries: close, quit, reload, minimise, zoom. */
const APP = [/^\$mod\+(?:Key[WQM]|Digit0|Minus|Equal)$/, /^\$mod\+Shift\+(?:KeyR|Equal)$/];

interface OfSystem {
  /** Modifiers that make a third sign of a key. */
  third: RegExp;
  text: readonly RegExp[];
  app: readonly RegExp[];
  system: readonly RegExp[];
}

const USUAL: OfSystem = {
  // Some keyboards write a key's third sign with Control and Alt.
  third: /^\$mod\+Alt\+(?:Shift\+)?$/,
  text: [],
  app: [/^F11$/, /^\$mod\+Shift\+KeyI$/],
  system: [/Meta\+/, /^Alt\+(?:F4|Space)$/, /^(?:Shift\+)?F10$/, /^\$mod\+Alt\+Delete$/],
};

const MAC: OfSystem = {
  third: /^Alt\+(?:Shift\+)?$/,
  text: [
    /^Alt\+(?:Shift\+)?(?:Arrow(?:Left|Right)|Delete)$/,
    /^Control\+Key[ABDEFHKNOPTVY]$/,
    /^\$mod\+Alt\+Shift\+KeyV$/,
  ],
  app: [/^\$mod\+(?:Alt\+)?KeyH$/, /^\$mod\+Alt\+KeyI$/, /^\$mod\+Control\+KeyF$/],
  system: [/^\$mod\+(?:Space|Backquote)$/, /^Control\+(?:Space|Arrow\w+)$/],
};

/** Says why no command may have a key; undefined for one that is free. `key` is in its one spelling. */
export function refusalOf(key: string, isMac: boolean): KeyRefusal | undefined {
  const { third, text, app, system } = isMac ? MAC : USUAL;
  const matches = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(key));
  const code = key.slice(key.lastIndexOf("+") + 1);
  const held = key.slice(0, key.length - code.length);
  if (canonicalKey(key, isMac) !== key) return "unknown";
  if (matches(system)) return "system";
  if (WRITES.test(code) && (held === "" || held === "Shift+" || third.test(held))) return "writes";
  if (matches([...TEXT, ...text])) return "text";
  return matches([...APP, ...app]) ? "app" : undefined;
}
