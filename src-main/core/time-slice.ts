/** Breaks long work on the input thread up, so that the rest of the process gets its turn. */
import { setImmediate as nextTurn } from "node:timers/promises";

export { nextTurn };

/** Milliseconds of a slice. With the other work of a turn of the loop, no key waits for two frames of a screen. */
const SLICE_MS = 4;

/**
 * Calls `work` until it returns true; each call does a little. Without the breaks the window would hang for a tenth of a second, keys and
 * running answers included, while a long session is branched.
 * @throws what `work` throws
 */
export async function inTimeSlices(
  work: () => boolean,
  now: () => number = () => performance.now(),
): Promise<void> {
  for (;;) {
    await nextTurn();
    const begun = now();
    do if (work()) return;
    while (now() - begun < SLICE_MS);
  }
}

/** Takes all items of a lazy list, whose making is the work. @throws the signal's reason, what the list throws */
export async function takenInSlices<T>(items: Iterable<T>, signal: AbortSignal): Promise<T[]> {
  const taken: T[] = [];
  const rest = items[Symbol.iterator]();
  await inTimeSlices(() => {
    signal.throwIfAborted();
    const next = rest.next();
    if (next.done !== true) taken.push(next.value);
    return next.done === true;
  });
  return taken;
}

/** Milliseconds that one reader of a stream may work without a break. */
const LONGEST_BREATH_MS = 4;

/**
 * Returns a function to await after each piece of a stream. It breaks only where the pieces took long. A stream that arrives faster than it
 * is read never leaves the queue of promises: without a break, Stop and every window would wait for its end.
 */
export function createBreathing(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_BREATH_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
