/** The keys of the commands now, and the words for keys. */
import { useStore } from "zustand";
import type { CommandId } from "../../../src-preload/contract/window/commands";
import { keyInWords, PUNCTUATION } from "../../../src-preload/contract/window/key-words";
import { type Shortcuts, shownKey } from "../../../src-preload/contract/window/shortcuts";
import { t } from "../language/language";
import { shortcuts } from "./shortcuts";

export const isMac = () => /mac/i.test(navigator.platform);

const keyOf = (id: CommandId): string | undefined => shownKey(id, shortcuts.getState().chosen, isMac());

/** A key as people read it. */
export const nameOfKey = (key: string): string =>
  keyInWords(key, { nameOf: (name) => t(`keys:names.${name}`), isMac: isMac() });

/** The key of a command as people read it; undefined for a command without one. */
export function keyName(id: CommandId): string | undefined {
  const key = keyOf(id);
  return key === undefined ? undefined : nameOfKey(key);
}

/** The key of a command for `aria-keyshortcuts`. */
function ariaKey(id: CommandId): string | undefined {
  const name = (part: string) => PUNCTUATION[part] ?? part.replace(/^(?:Key|Digit)(?=.)/, "");
  return keyOf(id)
    ?.replace("$mod", isMac() ? "Meta" : "Control")
    .split("+")
    .map(name)
    .join("+");
}

/** The keys that the user has chosen. Components that show keys are drawn anew when they change. */
export const useShortcuts = (): Shortcuts => useStore(shortcuts, ({ chosen }) => chosen);

/** The names of one command's keys, drawn anew when the user chooses others. */
export function useKeyNames(id: CommandId): {
  hotkey: string | undefined;
  "aria-keyshortcuts": string | undefined;
} {
  useShortcuts();
  return { hotkey: keyName(id), "aria-keyshortcuts": ariaKey(id) };
}
