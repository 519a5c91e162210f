/** Keys in Electron's words. */

/** `$mod+Shift+KeyM` becomes `CmdOrCtrl+Shift+M`. */
export function acceleratorOf(key: string): string {
  return key
    .replace("$mod", "CmdOrCtrl")
    .replace("Meta", "Super")
    .replace(/(?:Key|Digit)([A-Z\d])$/, "$1")
    .replace("Comma", ",")
    .replace("Slash", "/")
    .replace(/Arrow(Up|Down|Left|Right)$/, "$1");
}
