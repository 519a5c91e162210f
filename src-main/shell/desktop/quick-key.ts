/** The key that opens the quick window from any program. The system hands a key to one program at a time, so it may refuse. */
import { globalShortcut } from "electron";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import { acceleratorOf } from "../menus/accelerator";

export interface QuickKeyActions {
  press(): void;
  /** Hears that the system refused the key. */
  refused(error: BraidError): void;
}

export class QuickKey {
  readonly #actions: QuickKeyActions;
  #key: string | null = null;

  constructor(actions: QuickKeyActions) {
    this.#actions = actions;
  }

  /** Takes the key of the settings, in the words of a command's key (`$mod+Shift+Space`); null for none. */
  follow(key: string | null): void {
    if (key === this.#key) return;
    if (this.#key !== null) globalShortcut.unregister(acceleratorOf(this.#key));
    this.#key = key;
    if (key === null || globalShortcut.register(acceleratorOf(key), this.#actions.press)) return;
    this.#actions.refused(
      new BraidError("INTERNAL", say("quick-key.message", { key }), { hint: say("quick-key.hint") }),
    );
  }
}
