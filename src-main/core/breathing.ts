/**
 * Lets the rest of the process have its turn. A stream that arrives faster than it is read never leaves the queue of promises, and
 * everything else (windows, Stop, a signal to end) would wait until all of it was worked off.
 */

/** Milliseconds that one reader may work without a break. */
const LONGEST_BREATH_MS = 12;

/** Await the answer after each piece of work: at once, or after everybody else where it took long enough. */
export function createBreathing(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_BREATH_MS) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}
