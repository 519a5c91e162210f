/**
 * What is typed between the key that asks for a dialog and the dialog's own field, which may still have to be fetched, is held and handed
 * to that field; Escape calls the dialog off.
 */
import { closeDialog } from "./state/panels";

/** What a press adds to what is held; undefined where it writes nothing, and is no business of ours. */
function typed(
  held: string,
  { key, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent,
): string | undefined {
  if (isComposing || metaKey || ctrlKey !== altKey) return undefined;
  if (key === "Backspace") return [...held].slice(0, -1).join("");
  // It would be taken for a choice among what nobody has seen yet.
  if (key === "Enter") return held;
  return [...key].length === 1 ? held + key : undefined;
}

function write(target: EventTarget | null, text: string): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  target.setRangeText(text, target.value.length, target.value.length, "end");
  target.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
}

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(".dialog") !== null;

/** From the moment a dialog is asked for until the focus is in it. Gives the way to call it off. */
export function holdKeysForDialog(): () => void {
  if (isInDialog(document.activeElement)) return () => undefined;
  let held = "";
  const done = new AbortController();
  const options = { capture: true, signal: done.signal };
  const take = (event: KeyboardEvent) => {
    const text = event.key === "Escape" ? held : typed(held, event);
    if (text === undefined) return;
    held = text;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") closeDialog();
  };
  const hand = ({ target }: FocusEvent) => {
    if (!isInDialog(target)) return;
    done.abort();
    if (held !== "") write(target, held);
  };
  window.addEventListener("keydown", take, options);
  window.addEventListener("focusin", hand, options);
  return () => done.abort();
}
