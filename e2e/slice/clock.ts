import { onTestFinished, vi } from "vitest";
import type { Clock } from "../../src-main/core/ports/clock";

/** A clock that stands still until it is moved. */
export const stoppedClock = (at = Date.UTC(2026, 4, 17, 12)): Clock & { at: number } => ({
  at,
  now() {
    return this.at;
  },
});

/**
 * From now on no timer that is set goes off: what is ready all the same has waited for none, and what a busy machine is late with is not
 * given up. Those that were set before go on. Ends with the test, or by `vi.useRealTimers()`.
 */
export function holdTimers(): void {
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
}

/** Milliseconds that this process has worked: what others do meanwhile on the machine is not counted. */
export function worked(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
