/** Keys as they are pressed. */

type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "altKey" | "shiftKey" | "metaKey">;

/**
 * The code of a pressed key. A Latin letter counts by itself, wherever it stands (QWERTZ, AZERTY); on other keyboards the place of the key
 * counts.
 */
export const codeOf = ({ key, code }: Pick<KeyboardEvent, "key" | "code">): string =>
  /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;

/** The pressed keys as the settings write them, e.g. `$mod+Shift+Space`. */
export function pressedKey(press: Press, isMac: boolean): string {
  const { ctrlKey, altKey, shiftKey, metaKey } = press;
  const parts = [
    ...(isMac ? [metaKey && "$mod", ctrlKey && "Control"] : [ctrlKey && "$mod", metaKey && "Meta"]),
    altKey && "Alt",
    shiftKey && "Shift",
    codeOf(press),
  ];
  return parts.filter(Boolean).join("+");
}
