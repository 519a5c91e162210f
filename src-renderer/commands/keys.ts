/** From keys to commands, and from commands to the words for their keys. */
import { matchKeyBindingPress, parseKeybinding } from "tinykeys";
import { type CommandId, commandIds, placeOf } from "../../src-preload/contract/commands";
import { isEnabled, runCommand } from "./commands";

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
  event.preventDefault();
  runCommand(found.id);
}

const names: Record<string, string> = {
  Comma: ",",
  Slash: "/",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  PageUp: "PgUp",
  PageDown: "PgDn",
};
const macNames: Record<string, string> = { $mod: "⌘", Shift: "⇧", Alt: "⌥" };

/** The key of a command as people read it: `Ctrl+K`, on macOS `⌘K`; undefined for one without. */
export function keyName(id: CommandId): string | undefined {
  const parts = placeOf(id).key?.split("+");
  if (parts === undefined) return undefined;
  const plain = (part: string) => names[part] ?? part.replace(/^(Key|Digit)/, "");
  if (isMac()) return parts.map((part) => macNames[part] ?? plain(part)).join("");
  return parts.map((part) => (part === "$mod" ? "Ctrl" : plain(part))).join("+");
}

/** The same for `aria-keyshortcuts`. */
export function ariaKey(id: CommandId): string | undefined {
  return placeOf(id)
    .key?.replace("$mod", isMac() ? "Meta" : "Control")
    .replace(/Key([A-Z])$/, "$1")
    .replace("Comma", ",")
    .replace("Slash", "/");
}
