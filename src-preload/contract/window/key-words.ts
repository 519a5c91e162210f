/** Keys in words: the window shows them beside commands, and main writes them into the handbook's list of commands. */

/** Keys that write a sign, with that of the American keyboard. */
export const PUNCTUATION: Readonly<Record<string, string>> = {
  Comma: ",",
  Period: ".",
  Slash: "/",
  Semicolon: ";",
  Quote: "'",
  BracketLeft: "[",
  BracketRight: "]",
  Backslash: "\\",
  Backquote: "`",
  Minus: "-",
  Equal: "=",
};
/** Keys that are drawn as a sign, in every language. */
const SIGNS: Record<string, string> = {
  ...PUNCTUATION,
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};
const MAC_SIGNS: Record<string, string> = { $mod: "⌘", Control: "⌃", Shift: "⇧", Alt: "⌥", Enter: "↩" };

/** Keys whose names differ by language. */
const NAMED = [
  "Control",
  "Shift",
  "Alt",
  "Enter",
  "Escape",
  "Delete",
  "Insert",
  "PageUp",
  "PageDown",
  "Home",
  "End",
  "Space",
  "Meta",
] as const;
export type NamedKey = (typeof NAMED)[number];

interface KeyWords {
  /** Returns the name of a key in the language of the user. */
  nameOf(key: NamedKey): string;
  isMac: boolean;
}

/** A key as people read it: `$mod+KeyK` is `Ctrl+K`, in German `Strg+K`, on macOS `⌘K`. */
export function keyInWords(key: string, { nameOf, isMac }: KeyWords): string {
  const inWords = (part: string): string => {
    const sign = (isMac ? MAC_SIGNS[part] : undefined) ?? SIGNS[part];
    if (sign !== undefined) return sign;
    const name = part === "$mod" ? "Control" : part;
    const named = NAMED.find((one) => one === name);
    return named === undefined ? name.replace(/^(Key|Digit)/, "") : nameOf(named);
  };
  return key
    .split("+")
    .map(inWords)
    .join(isMac ? "" : "+");
}
