/** The words for the keys of commands. */
import { type CommandId, placeOf } from "../../../src-preload/contract/window/commands";
import { t } from "../language/language";

const isMac = () => /mac/i.test(navigator.platform);

/** Keys that are drawn as a sign, in every language. */
const signs: Record<string, string> = {
  Comma: ",",
  Slash: "/",
  ArrowUp: "↑",
  ArrowDown: "↓",
};
const macSigns: Record<string, string> = { $mod: "⌘", Control: "⌃", Shift: "⇧", Alt: "⌥", Enter: "↩" };

/** Keys whose names differ by language. */
const NAMED = [
  "Control",
  "Shift",
  "Alt",
  "Enter",
  "Escape",
  "Delete",
  "PageUp",
  "PageDown",
  "Home",
  "End",
] as const;

function nameOfPart(part: string): string {
  const sign = (isMac() ? macSigns[part] : undefined) ?? signs[part];
  if (sign !== undefined) return sign;
  const name = part === "$mod" ? "Control" : part;
  const named = NAMED.find((one) => one === name);
  return named === undefined ? name.replace(/^(Key|Digit)/, "") : t(`keys:names.${named}`);
}

/** A key as people read it: `$mod+KeyK` is `Ctrl+K`, in German `Strg+K`, on macOS `⌘K`. */
export const nameOfKey = (key: string): string =>
  key
    .split("+")
    .map(nameOfPart)
    .join(isMac() ? "" : "+");

/** The key of a command as people read it; undefined for a command without one. */
export function keyName(id: CommandId): string | undefined {
  const { key } = placeOf(id);
  return key === undefined ? undefined : nameOfKey(key);
}

/** The key of a command for `aria-keyshortcuts`. */
export function ariaKey(id: CommandId): string | undefined {
  return placeOf(id)
    .key?.replace("$mod", isMac() ? "Meta" : "Control")
    .replace(/Key([A-Z])$/, "$1")
    .replace("Comma", ",")
    .replace("Slash", "/");
}
