/**
 * Decides whose Ctrl+Z is: the text's or the conversation's (RW-7). A composer stands where the focus rests after most commands. The key
 * is the composer's own only while it has something to take back; other text fields always have it.
 */

import { isTextField } from "../../ui/focus";

/** The text of each composer after its user changed it. */
const typed = new WeakMap<HTMLTextAreaElement, string>();

const isComposer = (target: EventTarget | null): target is HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement && target.matches("[data-composer]");

/** Hears all input of the page. */
export function noteTyped({ target }: Event): void {
  if (isComposer(target)) typed.set(target, target.value);
}

export const undoesText = (target: EventTarget | null): boolean =>
  isComposer(target)
    ? isUsers(target.value, typed.get(target)) && document.queryCommandEnabled("undo")
    : isTextField(target);

/**
 * Returns true where the user has written, and the app has not emptied the box since. The browser itself would bring back a message that
 * was sent.
 * @param known the text after the user's last change; undefined where there was none
 */
export const isUsers = (text: string, known: string | undefined): boolean =>
  known !== undefined && (text !== "" || known === "");
