/** Runs the command of a pressed key. */
import { type KeyBindingPress, matchKeyBindingPress, parseKeybinding } from "tinykeys";
import { type KeyInForce, keysInForce, type Shortcuts } from "../../../src-preload/contract/window/shortcuts";
import { closeFind } from "../../features/chat/find-state";
import { boot, call } from "../../platform/bridge";
import { codeOf } from "../../platform/commands/pressed-key";
import { isEnabled, runCommand, worksOverDialogs } from "../../platform/commands/registry";
import { shortcuts } from "../../platform/commands/shortcuts";
import { dialogs } from "../../platform/dialogs";
import { layout } from "../../platform/layout";
import { doing } from "../../thread/actions";
import { isTextField } from "../../ui/focus";
import { isOfField } from "./field-keys";

type Binding = Pick<KeyInForce, "id" | "yields"> & { press: KeyBindingPress };

let made: { of: Shortcuts; bindings: readonly Binding[] } | undefined;

/** Made anew when the user has chosen other keys. */
function bindings(): readonly Binding[] {
  const of = shortcuts.getState().chosen;
  if (made?.of !== of)
    made = {
      of,
      bindings: keysInForce(of).flatMap(({ id, key, yields }) =>
        parseKeybinding(key).map((press) => ({ id, yields, press })),
      ),
    };
  return made.bindings;
}

const isPressed = (event: KeyboardEvent, press: KeyBindingPress): boolean =>
  matchKeyBindingPress(
    {
      key: event.key,
      code: codeOf(event),
      getModifierState: (name: string) => event.getModifierState(name),
    } as KeyboardEvent,
    press,
  );

/**
 * Returns true for the browser's undo and redo outside of text fields. These change the text that was written last, wherever the focus is:
 * they would change a draft that nobody is in, and that a dialog may cover.
 */
const changesDraftUnasked = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  ["KeyZ", "KeyY"].includes(codeOf(event)) &&
  !isTextField(event.target);

const isQuick = (): boolean => boot().quick === true && layout.getState().narrow;

/** Handles a key in the page; the menu's own key of the same command does not fire then. */
export function onKey(event: KeyboardEvent): void {
  // A dialog has its own keys, and an input method the keys that it composes with.
  if (event.defaultPrevented || event.isComposing) return;
  if (changesDraftUnasked(event)) event.preventDefault();
  if (event.repeat) return;
  const { dialog, find } = dialogs.getState();
  // Escape ends the search first, wherever the focus is, and then the answer.
  if (event.key === "Escape" && find && dialog === undefined) {
    event.preventDefault();
    return closeFind();
  }
  // Two commands may have one key: the one that can be done takes it.
  const found = bindings().find(({ id, press }) => isPressed(event, press) && isEnabled(id));
  // Typed words are a draft: they stand there when the quick window opens again (QU-2).
  if (event.key === "Escape" && dialog === undefined && isQuick() && found === undefined)
    return doing(() => call("app.close", undefined));
  if (found === undefined) return;
  if (found.yields !== undefined && isOfField(found.yields, event.target)) return;
  // A dialog keeps the page that it covers out of reach, for keys as for the mouse.
  if (dialog !== undefined && !worksOverDialogs(found.id)) return;
  event.preventDefault();
  runCommand(found.id);
}
