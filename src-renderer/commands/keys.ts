/** From keys to commands. */
import { matchKeyBindingPress, parseKeybinding } from "tinykeys";
import { commandIds, placeOf } from "../../src-preload/contract/commands";
import { closeFind } from "../state/find";
import { panels } from "../state/panels";
import { isEnabled, runCommand, worksOverDialogs } from "./commands";

const bindings = commandIds.flatMap((id) => {
  const [press] = parseKeybinding(placeOf(id).key ?? "");
  return placeOf(id).key === undefined || press === undefined ? [] : [{ id, press }];
});

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button])"));

/**
 * The browser's own undo and redo are of what was written last, wherever the focus is: where nobody writes they would change a draft that
 * nobody is in, and that a dialog may cover.
 */
const changesDraftUnasked = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && ["z", "y"].includes(key.toLowerCase()) && !isTextField(target);

/** Taken in the page, the menu's own key of the same name does not fire as well. */
export function onKey(event: KeyboardEvent): void {
  // A dialog has its own keys, and an input method the one it composes with.
  if (event.defaultPrevented || event.isComposing) return;
  if (changesDraftUnasked(event)) event.preventDefault();
  if (event.repeat) return;
  const { dialog, find } = panels.getState();
  // Escape ends what is in front: the search first, wherever the focus is, and then the answer.
  if (event.key === "Escape" && find && dialog === undefined) {
    event.preventDefault();
    return closeFind();
  }
  const found = bindings.find(({ press }) => matchKeyBindingPress(event, press));
  if (found === undefined || !isEnabled(found.id)) return;
  if (placeOf(found.id).yields && isTextField(event.target)) return;
  // What a dialog covers is out of reach, by key as by mouse.
  if (dialog !== undefined && !worksOverDialogs(found.id)) return;
  event.preventDefault();
  runCommand(found.id);
}
