/**
 * Long work on the input thread, cut into slices between which everything else that waits has its turn. Without it, users would see the
 * window hang for a tenth of a second, keys and running answers included, while a long session is branched.
 */
import { setImmediate as nextTurn } from "node:timers/promises";

export { nextTurn };

/** How long a slice may take: with what else a turn of the loop does, no key waits for two frames of a screen. */
const SLICE_MS = 4;

/** Calls `work`, which does a little and returns whether all is done, until it is. @throws what `work` throws */
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
