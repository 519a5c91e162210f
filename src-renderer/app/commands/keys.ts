/** From keys to commands. */
import { type KeyBindingPress, matchKeyBindingPress, parseKeybinding } from "tinykeys";
import { commandIds, placeOf } from "../../../src-preload/contract/window/commands";
import { closeFind } from "../../features/chat/find-state";
import { isEnabled, runCommand, worksOverDialogs } from "../../platform/commands/registry";
import { dialogs } from "../../platform/dialogs";
import { isTextField } from "../../ui/focus";

const bindings = commandIds.flatMap((id) => {
  const [press] = parseKeybinding(placeOf(id).key ?? "");
  return placeOf(id).key === undefined || press === undefined ? [] : [{ id, press }];
});

/** A letter is the key that it is written on, wherever that stands (QWERTZ, AZERTY); where keys write other letters, the place of the key counts. */
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
 * The browser's own undo and redo are of what was written last, wherever the focus is: where nobody writes they would change a draft that
 * nobody is in, and that a dialog may cover.
 */
const changesDraftUnasked = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  ["KeyZ", "KeyY"].includes(codeOf(event)) &&
  !isTextField(event.target);

/** Taken in the page, the menu's own key of the same name does not fire as well. */
export function onKey(event: KeyboardEvent): void {
  // A dialog has its own keys, and an input method the one it composes with.
  if (event.defaultPrevented || event.isComposing) return;
  if (changesDraftUnasked(event)) event.preventDefault();
  if (event.repeat) return;
  const { dialog, find } = dialogs.getState();
  // Escape ends what is in front: the search first, wherever the focus is, and then the answer.
  if (event.key === "Escape" && find && dialog === undefined) {
    event.preventDefault();
    return closeFind();
  }
  const found = bindings.find(({ press }) => isPressed(event, press));
  if (found === undefined || !isEnabled(found.id)) return;
  if (placeOf(found.id).yields && isTextField(event.target)) return;
  // A dialog keeps what it covers out of reach, by key as by mouse.
  if (dialog !== undefined && !worksOverDialogs(found.id)) return;
  event.preventDefault();
  runCommand(found.id);
}
