/** Bounds how much one page has under way: a person never comes near it, and a page that was taken over waits for its own calls. */
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";

/** A window asks for some twenty things at once when it starts. */
export const MOST_CALLS = 100;
/** A window shows two conversations and a sidecar, and attaches anew before it detaches. */
export const MOST_FEEDS = 16;

/**
 * @returns a function that takes a place for a page, and returns the function that gives the place back once. @throws BraidError
 * `FORBIDDEN` where the page has no place left.
 */
export function createPlaces<Page extends object>(most: number): (page: Page) => () => void {
  const taken = new WeakMap<Page, number>();
  return (page) => {
    const before = taken.get(page) ?? 0;
    if (before >= most) throw new BraidError("FORBIDDEN", say("too-much-under-way"));
    taken.set(page, before + 1);
    let held = true;
    return () => {
      if (held) taken.set(page, (taken.get(page) ?? 1) - 1);
      held = false;
    };
  };
}
