/** Runs the command of a pressed key. */
import { type KeyBindingPress, matchKeyBindingPress, parseKeybinding } from "tinykeys";
import { commandIds, placeOf } from "../../../src-preload/contract/window/commands";
import { closeFind } from "../../features/chat/find-state";
import { boot, call } from "../../platform/bridge";
import { isEnabled, runCommand, worksOverDialogs } from "../../platform/commands/registry";
import { dialogs } from "../../platform/dialogs";
import { layout } from "../../platform/layout";
import { doing } from "../../thread/actions";
import { isTextField } from "../../ui/focus";
import { undoesText } from "./text-undo";

const bindings = commandIds.flatMap((id) => {
  const [press] = parseKeybinding(placeOf(id).key ?? "");
  return placeOf(id).key === undefined || press === undefined ? [] : [{ id, press }];
});

/**
 * The code of a pressed key. A Latin letter counts by itself, wherever it stands (QWERTZ, AZERTY); on other keyboards the place of the key
 * counts.
 */
const codeOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;

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
  const found = bindings.find(({ press }) => isPressed(event, press));
  // Typed words are a draft: they stand there when the quick window opens again (QU-2).
  if (
    event.key === "Escape" &&
    dialog === undefined &&
    isQuick() &&
    (found === undefined || !isEnabled(found.id))
  )
    return doing(() => call("app.close", undefined));
  if (found === undefined || !isEnabled(found.id)) return;
  if (placeOf(found.id).yields && undoesText(event.target)) return;
  // A dialog keeps the page that it covers out of reach, for keys as for the mouse.
  if (dialog !== undefined && !worksOverDialogs(found.id)) return;
  event.preventDefault();
  runCommand(found.id);
}
