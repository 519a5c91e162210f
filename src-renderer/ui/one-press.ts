/** Makes one press do one thing: drops the repeats of a held key, and the second click of two. */
import { isTextField } from "./focus";

const CLICKED = "button, a, [role^=menuitem], [role=option]";

/** Returns true for keys whose repeats would press the next thing that appears. Held arrows move on, and held letters repeat. */
const pressesAgain = ({ key, shiftKey, target }: KeyboardEvent): boolean =>
  (key === "Enter" && !shiftKey) || ((key === " " || key === "Delete") && !isTextField(target));

function drop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Called once for the window, before anybody else listens. A control with `data-once` ignores a second click on itself, too. */
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
