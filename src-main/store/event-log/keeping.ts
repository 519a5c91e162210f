/** Begins or ends the event log (DB-13) where its user's wish and the database do not agree, one job after the other. */
import { SCHEMA_VERSION } from "../database/migrate";
import type { Live } from "../recovery/live";
import type { RunJob, RunningJob } from "../upkeep/jobs/run-job";
import type { Verbs } from "../verbs";
import { EVENT_LOG, PREFIX } from "./mark";

export interface KeepingDeps {
  file: string;
  run: RunJob;
  live: Pick<Live, "identity" | "failureOutside"> & { verbs: Pick<Verbs, "appState" | "using"> };
  /** The log is long, and free pages wait for the disk. */
  onKept(): void;
  onFailure(error: unknown): void;
}

const FOUND = `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '${PREFIX}*') AS kept,
  EXISTS (SELECT 1 FROM event_log) AS some`;

export function createKeeping({ file, run, live, onKept, onFailure }: KeepingDeps) {
  let last: Promise<unknown> = Promise.resolve();
  /** The wish of the job that runs; without one the database is asked. */
  let asked: boolean | undefined;
  /** The library in which a log could not be begun. Each change of any setting asks again, and would only fail again. */
  let failed_in: string | undefined;
  const fail = (wanted: boolean, error: unknown): void => {
    if (wanted && asked !== false) failed_in = live.identity();
    onFailure(live.failureOutside(error));
  };
  let running: RunningJob<"keep-events"> | undefined;
  const perform = (wanted: boolean): Promise<unknown> => {
    running = run("keep-events", { file, wanted });
    return running.result.finally(onKept);
  };
  const isSo = (wanted: boolean): boolean => {
    const { appState, using } = live.verbs;
    const found = using(({ raw }) => raw.prepare<[], { kept: number; some: number }>(FOUND).get());
    const kept = found?.kept === 1;
    return wanted ? kept && appState(EVENT_LOG) === SCHEMA_VERSION : !kept && found?.some === 0;
  };
  return {
    /** Never throws: a start and a change of the settings go on without it. A log that could not be begun is tried again after it was switched off, in another library, and at a start. */
    keepEvents(wanted: boolean): void {
      if (asked === wanted || (wanted && failed_in === live.identity())) return;
      failed_in = undefined;
      try {
        if (asked === undefined && isSo(wanted)) return;
      } catch (error) {
        return fail(wanted, error);
      }
      asked = wanted;
      // The next job undoes what this one has done: nobody waits for the rest of it.
      running?.cancel();
      last = last
        .then(() => (asked === wanted ? perform(wanted) : undefined))
        .catch((error) => fail(wanted, error));
      const mine = last;
      void mine.then(() => {
        if (last === mine) asked = undefined;
      });
    },
    /** Resolves at once, or when a log that nobody wants any more is removed. */
    removed: (): Promise<unknown> => (asked === false ? last : Promise.resolve()),
  };
}
