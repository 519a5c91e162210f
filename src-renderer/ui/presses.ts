/**
 * Presses that were not meant for what they would hit are nobody's: Enter, Space or Delete that was pressed before the focus came there by
 * itself, or that is held down; the second click of two on what has come under the pointer since the first. All else passes.
 */

/** Where the focus has come without its user leading it there, and when, by the clock of events. */
let came: { to: EventTarget | null; at: number } | undefined;
/** The key that is being taken leads: whatever gets the focus by it was meant. */
let leads = false;
/** What the key that is held down was pressed on, and is for. */
let pressedOn: EventTarget | null = null;
/** What the first of two clicks was on. */
let clicked: Element | null = null;

const CLICKED = "button, a, [role^=menuitem], [role=option]";

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("textarea, input, [contenteditable=true]");

/** It does something with what has the focus, instead of going on from there. */
const acts = ({ key, target }: KeyboardEvent): boolean =>
  key === "Enter" || ((key === " " || key === "Delete") && !isTextField(target));

function drop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onKeyDown(event: KeyboardEvent): void {
  const { target, repeat, timeStamp } = event;
  if (!acts(event)) {
    leads = true;
    came = undefined;
    setTimeout(() => {
      leads = false;
    });
    return;
  }
  leads = false;
  // Held down it goes on in a text, and does nothing twice.
  const isHeld = repeat && (target !== pressedOn || !isTextField(target));
  const isEarly = came !== undefined && came.to === target && timeStamp < came.at;
  if (!repeat) pressedOn = isEarly ? null : target;
  if (isHeld || isEarly) drop(event);
}

/** Some are pressed by the release of Space: where it was not pressed there, that is nobody's either. */
function onKeyUp(event: KeyboardEvent): void {
  if (event.key === " " && !isTextField(event.target) && event.target !== pressedOn) drop(event);
}

function onFocus({ target, timeStamp }: FocusEvent): void {
  came = leads ? undefined : { to: target, at: timeStamp };
}

function onClick(event: MouseEvent): void {
  const on = event.target instanceof Element ? event.target.closest(CLICKED) : null;
  if (event.detail > 1 && on !== null && on !== clicked) drop(event);
  else clicked = on;
}

/** Once for the window, before anybody else listens. */
export function watchPresses(): void {
  const early = { capture: true };
  window.addEventListener("keydown", onKeyDown, early);
  window.addEventListener("keyup", onKeyUp, early);
  window.addEventListener("focusin", onFocus, early);
  // Who types there is there.
  window.addEventListener("input", () => (came = undefined), early);
  window.addEventListener("pointerdown", () => (came = undefined), early);
  window.addEventListener("click", onClick, early);
}
