/**
 * What is typed between the key that asks for a place to write and the moment the focus is there (its code may have to be fetched first,
 * its session be made) is held, and handed to its field.
 */
import { stay } from "./whereabouts";

interface Destination {
  /** What the focus is on its way into, as a selector. */
  into: string;
  /** Escape: it is not wanted any more. */
  callOff: () => void;
  /** Enter is for what the words before it find there. Anywhere else none is held: it would send, or choose, what nobody has seen. */
  finds?: boolean;
  /** False once its user has gone elsewhere: what is typed is for what is there then. */
  isHere?: () => boolean;
  /** It is not there yet: where the focus is in another of its kind, or in what is another's by then, it is not there either. */
  fresh?: boolean;
}

interface HeldKeys {
  /** Nobody goes there any more; what is held is dropped. */
  end(): void;
  /** Nobody goes there any more; what is held is written where the focus is, or where it was typed for if its user has left. */
  giveBack(): void;
}

/** They choose among what nobody has seen, and are nothing's. */
const MOVES = ["ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];
/** Nor is what would take something away where the focus still is. */
const DROPPED = ["Enter", "Delete", ...MOVES];

/** What a press adds to what is held; undefined where it writes nothing, and is no business of ours. */
function typed(
  held: string,
  { key, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent,
): string | undefined {
  if (isComposing || metaKey || ctrlKey !== altKey) return undefined;
  if (key === "Backspace") return [...held].slice(0, -1).join("");
  if (DROPPED.includes(key)) return held;
  return [...key].length === 1 ? held + key : undefined;
}

function write(target: EventTarget | null, text: string): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  target.setRangeText(text, target.value.length, target.value.length, "end");
  target.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
}

/** As if it were pressed now; false where somebody took it. */
const press = (target: EventTarget, init: KeyboardEventInit): boolean =>
  target.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true }));

/** Wherever the focus has gone with the Enter before it. */
function typeOn(text: string): void {
  for (const key of text) {
    const target = document.activeElement ?? document.body;
    if (press(target, { key })) write(target, key);
  }
}

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** From now on until the focus is there, or it is ended. */
export function holdKeys({
  into,
  callOff,
  finds = false,
  fresh = false,
  isHere = () => true,
}: Destination): HeldKeys {
  let held = "";
  /** The Enter that came after `words`; what is held since then was typed after it. */
  let entered: { words: string; shiftKey: boolean } | undefined;
  /** An Enter is for what was chosen then, which nobody has seen. */
  let moved = false;
  const done = new AbortController();
  const end = () => done.abort();
  const handTo = (target: EventTarget | null) => {
    end();
    if (held !== "") write(target, held);
    held = "";
  };
  const giveBack = () => handTo(isHere() ? document.activeElement : document.querySelector(into));
  const leave = () => {
    end();
    // Where there is no such field yet, they wait for it.
    if (document.querySelector(into) !== null) giveBack();
  };
  const enter = (target: EventTarget, { words, shiftKey }: NonNullable<typeof entered>) => {
    write(target, words);
    // The field has drawn them by then. Until it has, what is typed is held on.
    setTimeout(() => {
      if (done.signal.aborted) return;
      end();
      press(target, { key: "Enter", shiftKey });
      // What it chose has been drawn by then, and may hold keys itself.
      queueMicrotask(() => typeOn(held));
    });
  };
  if (!isHere() || (!fresh && isInside(document.activeElement, into))) end();
  const options = { capture: true, signal: done.signal };
  const take = (event: KeyboardEvent) => {
    const text = event.key === "Escape" ? held : typed(held, event);
    if (text === undefined) return;
    held = text;
    event.preventDefault();
    // Nor is it for another that holds keys.
    event.stopImmediatePropagation();
    if (event.key === "Escape") callOff();
    moved ||= MOVES.includes(event.key);
    if (event.key !== "Enter" || !finds || moved || held === "" || entered !== undefined) return;
    entered = { words: held, shiftKey: event.shiftKey };
    held = "";
  };
  let arrived = false;
  const arrive = ({ target }: FocusEvent) => {
    if (arrived || target === null) return;
    if (!isInside(target, into)) return isHere() ? undefined : leave();
    arrived = true;
    // Once it is drawn: a composer that turns to another session in this task is emptied with that.
    if (entered === undefined) queueMicrotask(() => handTo(target));
    else enter(target, entered);
  };
  window.addEventListener("keydown", take, options);
  window.addEventListener("focusin", arrive, options);
  return { end, giveBack };
}

/**
 * From now on until `work` has led the focus there; where it leads nobody there, what was typed is written where that is. `work` is handed
 * what says whether its user is still where he asked for it: whoever has gone elsewhere is not led away from there. @throws what `work` throws
 */
export async function holdKeysFor(
  { into, fresh = false, isHere = stay() }: Pick<Destination, "into" | "fresh" | "isHere">,
  work: (isHere: () => boolean) => Promise<unknown>,
): Promise<void> {
  const keys = holdKeys({ into, fresh, isHere, callOff: () => keys.giveBack() });
  try {
    await work(isHere);
  } finally {
    // It is there by then, if it gets there.
    setTimeout(keys.giveBack);
  }
}

/** What had the focus has gone by itself: an Enter that was on its way to it is for nothing else. Any other press shows that this was seen. */
export function dropNextEnter(): void {
  const done = new AbortController();
  const options = { capture: true, signal: done.signal };
  const drop = (event: KeyboardEvent) => {
    done.abort();
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("keydown", drop, options);
  window.addEventListener("pointerdown", () => done.abort(), options);
}
