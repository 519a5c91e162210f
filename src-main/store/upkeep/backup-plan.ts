/** When a backup is due: once a day, never while the app starts. One timer a day; an app that nobody writes in makes none. */

const DAY_MS = 24 * 60 * 60 * 1000;
/** The start belongs to the first window. */
const AFTER_START_MS = 15_000;

export interface BackupPlan {
  close(): void;
}

/** `newest` is when the last one was made; `backUp` never rejects. */
export function planBackups(
  now: number,
  newest: number | undefined,
  backUp: () => Promise<void>,
): BackupPlan {
  let timer: NodeJS.Timeout | undefined;
  const wait = (delay: number): void => {
    timer = setTimeout(() => {
      wait(DAY_MS);
      void backUp();
    }, delay).unref();
  };
  const due = newest === undefined ? 0 : newest + DAY_MS - now;
  // A clock that was set back must not put it off for longer than a day.
  wait(Math.min(Math.max(due, AFTER_START_MS), DAY_MS));
  return { close: () => clearTimeout(timer) };
}
