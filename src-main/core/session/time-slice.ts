/** Long work on the input thread (decision 8): in bits, between which everything else that waits has its turn. */
import { setImmediate as nextTurn } from "node:timers/promises";

export { nextTurn };

/** How long a bit may take: with what else a turn of the loop does, no key waits for two frames of a screen. */
const BIT_MS = 4;

/** Calls `work`, which does a little and returns whether all is done, until it is. @throws what `work` throws */
export async function inTimeSlices(
  work: () => boolean,
  now: () => number = () => performance.now(),
): Promise<void> {
  for (;;) {
    await nextTurn();
    const begun = now();
    do if (work()) return;
    while (now() - begun < BIT_MS);
  }
}
