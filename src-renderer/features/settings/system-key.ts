/** Keys for the whole system, as they are pressed. */
import { SYSTEM_KEY } from "../../../src-preload/contract/domain/settings";

type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "altKey" | "shiftKey" | "metaKey">;

/** The pressed keys as the settings write them (`$mod+Shift+Space`); undefined while they are none that the system could listen to. */
export function systemKeyOf(press: Press, isMac: boolean): string | undefined {
  const { key, code, ctrlKey, altKey, shiftKey, metaKey } = press;
  const parts = [
    ...(isMac ? [metaKey && "$mod", ctrlKey && "Control"] : [ctrlKey && "$mod", metaKey && "Meta"]),
    altKey && "Alt",
    shiftKey && "Shift",
    // A Latin letter counts by itself, wherever it stands on the keyboard.
    /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code,
  ];
  const pressed = parts.filter(Boolean).join("+");
  return SYSTEM_KEY.test(pressed) ? pressed : undefined;
}
