/** Gives the rest of the process its turn while long work is done on the input thread. */
import { setImmediate as nextTurn } from "node:timers/promises";

export { nextTurn };

/** How long a slice may take: with what else a turn of the loop does, no key waits for two frames of a screen. */
const SLICE_MS = 4;

/**
 * Calls `work`, which does a little and returns whether all is done, until it is. Without the breaks, users would see the window hang for
 * a tenth of a second, keys and running answers included, while a long session is branched.
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

/** Milliseconds that one reader of a stream may work without a break. */
const LONGEST_BREATH_MS = 12;

/**
 * Await the answer after each piece of a stream: at once, or after everybody else where the pieces took long. A stream that arrives faster
 * than it is read never leaves the queue of promises; without a break, Stop and every window would wait until all of it is worked off.
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
