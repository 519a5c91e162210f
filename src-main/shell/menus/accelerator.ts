/** Keys in Electron's words. */
import { PUNCTUATION } from "../../../src-preload/contract/window/key-words";

const NAMES: Readonly<Record<string, string>> = { ...PUNCTUATION, $mod: "CmdOrCtrl", Meta: "Super" };

/** `$mod+Shift+KeyM` becomes `CmdOrCtrl+Shift+M`. */
export const acceleratorOf = (key: string): string =>
  key
    .split("+")
    .map((part) => NAMES[part] ?? part.replace(/^(?:Key|Digit|Arrow)(?=.)/, ""))
    .join("+");
