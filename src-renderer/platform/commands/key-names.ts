/** The words for the keys of commands. */
import { type CommandId, placeOf } from "../../../src-preload/contract/window/commands";
import { keyInWords } from "../../../src-preload/contract/window/key-words";
import { t } from "../language/language";

export const isMac = () => /mac/i.test(navigator.platform);

/** A key as people read it. */
export const nameOfKey = (key: string): string =>
  keyInWords(key, { nameOf: (name) => t(`keys:names.${name}`), isMac: isMac() });

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
