/** Plans backups: one a day, never while the app starts, by one timer a day. An app in which nobody writes makes none. */

const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds: the time of the start belongs to the first window. */
const AFTER_START_MS = 15_000;

export interface BackupPlan {
  close(): void;
}

/** `newest` is the time of the last backup; `backUp` never rejects. Its signal is aborted when the plan is closed. */
export function planBackups(
  now: number,
  newest: number | undefined,
  backUp: (closed: AbortSignal) => Promise<void>,
): BackupPlan {
  let timer: NodeJS.Timeout | undefined;
  const closing = new AbortController();
  const wait = (delay: number): void => {
    timer = setTimeout(() => {
      wait(DAY_MS);
      void backUp(closing.signal);
    }, delay).unref();
  };
  const due = newest === undefined ? 0 : newest + DAY_MS - now;
  // A clock that was set back must not delay the backup by more than a day.
  wait(Math.min(Math.max(due, AFTER_START_MS), DAY_MS));
  const close = () => {
    clearTimeout(timer);
    closing.abort();
  };
  return { close };
}
