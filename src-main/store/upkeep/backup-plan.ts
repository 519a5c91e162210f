/**
 * Plans backups: one a day, never while the app starts. One timer looks at the clock each hour, because timers stand still while a computer
 * sleeps. An app in which nobody writes makes none.
 */

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Milliseconds: the time of the start belongs to the first window. */
const AFTER_START_MS = 15_000;

export interface BackupPlan {
  close(): void;
}

/**
 * `newest` returns the time of the last backup, on the clock that `now` reads: one that was made by hand counts, too. `backUp` never rejects.
 * Its signal is aborted when the plan is closed.
 */
export function planBackups(
  now: () => number,
  newest: () => number | undefined,
  backUp: (closed: AbortSignal) => Promise<void>,
): BackupPlan {
  let timer: NodeJS.Timeout | undefined;
  const closing = new AbortController();
  let last = newest() ?? Number.NEGATIVE_INFINITY;
  const left = (): number => {
    // A clock that was set back must not delay the backup by more than a day.
    last = Math.min(last, now());
    return Math.max(last + DAY_MS - now(), 0);
  };
  const look = (): void => {
    const made = newest() ?? Number.NEGATIVE_INFINITY;
    if (made <= now()) last = Math.max(last, made);
    if (left() === 0) {
      last = now();
      void backUp(closing.signal);
    }
    wait(left());
  };
  const wait = (delay: number): void => {
    timer = setTimeout(look, Math.min(delay, HOUR_MS)).unref();
  };
  wait(Math.max(left(), AFTER_START_MS));
  const close = () => {
    clearTimeout(timer);
    closing.abort();
  };
  return { close };
}
