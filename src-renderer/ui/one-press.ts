/** One press does one thing: a key that is held down, and the second click of two, do nothing that the first has not done. */
import { isTextField } from "./focus";

const CLICKED = "button, a, [role^=menuitem], [role=option]";

/** Held down, an arrow moves on and a letter repeats itself; these would press what comes under them. */
const pressesAgain = ({ key, shiftKey, target }: KeyboardEvent): boolean =>
  (key === "Enter" && !shiftKey) || ((key === " " || key === "Delete") && !isTextField(target));

function drop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Once for the window, before anybody else listens. A control with `data-once` takes no second click either. */
export function watchPresses(): void {
  /** The control of the first of two clicks. */
  let clicked: Element | null = null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat && pressesAgain(event)) drop(event);
  };
  const onClick = (event: MouseEvent) => {
    const on = event.target instanceof Element ? event.target.closest(CLICKED) : null;
    if (event.detail < 2 || on === null) clicked = on;
    else if (on !== clicked || on.hasAttribute("data-once")) drop(event);
  };
  window.addEventListener("keydown", onKeyDown, { capture: true });
  window.addEventListener("click", onClick, { capture: true });
}
