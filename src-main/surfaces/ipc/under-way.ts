/** How much one page has under way: a person never comes near it, a page that was taken over waits for its own. */
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";

/** A window that starts asks for some twenty things at once. */
export const MOST_CALLS = 100;
/** A window shows two conversations and a sidecar, and attaches anew before it has let go. */
export const MOST_FEEDS = 16;

/** @returns takes a place for a page, and returns what gives it back, once. @throws BraidError `FORBIDDEN` where it has no place left. */
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
