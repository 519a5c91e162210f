import type { Clock } from "../../src-main/core/ports/clock";

/** A clock that stands still until it is moved. */
export const stoppedClock = (at = Date.UTC(2026, 4, 17, 12)): Clock & { at: number } => ({
  at,
  now() {
    return this.at;
  },
});
