/** From keys to commands, and from commands to the words for their keys. */
import { matchKeyBindingPress, parseKeybinding } from "tinykeys";
import { type CommandId, commandIds, placeOf } from "../../src-preload/contract/commands";
import { t } from "../language/language";
import { panels } from "../state/panels";
import { isEnabled, runCommand, worksOverDialogs } from "./commands";

const isMac = () => /mac/i.test(navigator.platform);

const bindings = commandIds.flatMap((id) => {
  const [press] = parseKeybinding(placeOf(id).key ?? "");
  return placeOf(id).key === undefined || press === undefined ? [] : [{ id, press }];
});

/** Taken in the page, the menu's own key of the same name does not fire as well. */
export function onKey(event: KeyboardEvent): void {
  // A dialog has its own keys, and an input method the one it composes with.
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const found = bindings.find(({ press }) => matchKeyBindingPress(event, press));
  if (found === undefined || !isEnabled(found.id)) return;
  // What a dialog covers is out of reach, by key as by mouse.
  if (panels.getState().dialog !== undefined && !worksOverDialogs(found.id)) return;
  event.preventDefault();
  runCommand(found.id);
}

/** Drawn rather than called by a name, in every language. */
const signs: Record<string, string> = {
  Comma: ",",
  Slash: "/",
  ArrowUp: "↑",
  ArrowDown: "↓",
};
const macSigns: Record<string, string> = { $mod: "⌘", Control: "⌃", Shift: "⇧", Alt: "⌥", Enter: "↩" };

/** Those whose name differs by language. */
const NAMED = ["Control", "Shift", "Alt", "Enter", "Escape", "PageUp", "PageDown", "Home", "End"] as const;

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

/** The key of a command as people read it; undefined for one without. */
export function keyName(id: CommandId): string | undefined {
  const { key } = placeOf(id);
  return key === undefined ? undefined : nameOfKey(key);
}

/** The same for `aria-keyshortcuts`. */
export function ariaKey(id: CommandId): string | undefined {
  return placeOf(id)
    .key?.replace("$mod", isMac() ? "Meta" : "Control")
    .replace(/Key([A-Z])$/, "$1")
    .replace("Comma", ",")
    .replace("Slash", "/");
}
