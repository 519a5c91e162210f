/** Waits between two attempts of a call that failed. */
import type { RunSettings } from "../ports/settings";
import type { Failure } from "./failure";

const FIRST_WAIT_MS = 1000;

/**
 * Milliseconds until the next attempt; undefined where the user decides. The wait doubles from 1 s, a quarter of it at random, so that two
 * runs part ways. A longer wait that the provider asks for wins. Some providers ask for no wait at all, and would be asked again at once
 * without this. @param passed ms
 */
export function waitBefore(
  attempt: number,
  { transient, retry_after_ms = 0, passes_within_ms = Infinity }: Failure,
  { max_retries, max_retry_wait_ms }: Pick<RunSettings, "max_retries" | "max_retry_wait_ms">,
  passed: number,
): number | undefined {
  if (!transient || attempt > max_retries || retry_after_ms > max_retry_wait_ms) return undefined;
  const doubled = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.875 + Math.random() / 4);
  const wait = Math.max(retry_after_ms, Math.min(doubled, max_retry_wait_ms));
  return passed + wait > passes_within_ms ? undefined : wait;
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
