/** Waits between two attempts of a call that failed. */
import type { RunSettings } from "../ports/settings";
import type { Failure } from "./failure";

const FIRST_WAIT_MS = 1000;
/** A train leaves its tunnel within minutes: while the computer has no network, time bounds the attempts, not their number. */
const NETWORK_BACK_MS = 300_000;
/** The longest wait for a network. A user who has it back waits no longer than this. */
const LONGEST_NETWORK_WAIT_MS = 30_000;

/**
 * Milliseconds until the next attempt; undefined where the user decides. The wait doubles from 1 s, a quarter of it at random, so that two
 * runs part ways. A longer wait that the provider asks for wins. Some providers ask for no wait at all, and would be asked again at once
 * without this. @param waited ms of the waits so far; time in which an answer came or the computer slept does not count
 */
export function waitBefore(
  attempt: number,
  { transient, retry_after_ms = 0, passes_within_ms = Infinity, lacks_network }: Failure,
  { max_retries, max_retry_wait_ms }: Pick<RunSettings, "max_retries" | "max_retry_wait_ms">,
  waited: number,
): number | undefined {
  const outlasts = lacks_network === true && max_retries > 0;
  if (!transient || retry_after_ms > max_retry_wait_ms) return undefined;
  if (attempt > max_retries && !outlasts) return undefined;
  const doubled = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.875 + Math.random() / 4);
  const longest = outlasts ? Math.min(LONGEST_NETWORK_WAIT_MS, max_retry_wait_ms) : max_retry_wait_ms;
  const wait = Math.max(retry_after_ms, Math.min(doubled, longest));
  const within = outlasts ? Math.min(NETWORK_BACK_MS, passes_within_ms) : passes_within_ms;
  return waited + wait > within ? undefined : wait;
}

type Patience = Parameters<typeof waitBefore>[2];

/**
 * Returns what tells the wait after each failure of a step, as `waitBefore`. Attempts without a network are counted apart: nothing is known
 * of the provider meanwhile, and its own failures have all their attempts left.
 */
export function createPatience(settings: Patience): (failure: Failure) => number | undefined {
  const offline = { attempts: 0, waited: 0 };
  const others = { attempts: 0, waited: 0 };
  return (failure) => {
    const tally = failure.lacks_network === true ? offline : others;
    tally.attempts += 1;
    const wait = waitBefore(tally.attempts, failure, settings, tally.waited);
    tally.waited += wait ?? 0;
    return wait;
  };
}

/** @throws the signal's reason, as soon as it aborts */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
