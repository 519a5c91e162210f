/** Keys for the whole system, as they are pressed. */
import { SYSTEM_KEY } from "../../../src-preload/contract/domain/settings";
import { pressedKey } from "../../platform/commands/pressed-key";

/** The pressed keys as the settings write them (`$mod+Shift+Space`); undefined while they are none that the system could listen to. */
export function systemKeyOf(...press: Parameters<typeof pressedKey>): string | undefined {
  const pressed = pressedKey(...press);
  return SYSTEM_KEY.test(pressed) ? pressed : undefined;
}
