/** Begins or ends the event log (DB-13) where its user's wish and the database do not agree, one job after the other. */
import type { BraidError } from "../../core/braid-error";
import { SCHEMA_VERSION } from "../database/migrate";
import type { RunJob, RunningJob } from "../upkeep/jobs/run-job";
import type { Verbs } from "../verbs";
import { EVENT_LOG, PREFIX } from "./mark";

export interface KeepingDeps {
  file: string;
  run: RunJob;
  live: { verbs: Pick<Verbs, "appState" | "using">; failureOutside(error: unknown): BraidError };
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
  /** The wish that could not be met. Each change of any setting asks again, and would only fail again. */
  let failed: boolean | undefined;
  const fail = (wanted: boolean, error: unknown): void => {
    failed = wanted;
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
    /** Never throws: a start and a change of the settings go on without it. What has failed is tried again after another wish, or a start. */
    keepEvents(wanted: boolean): void {
      if (asked === wanted || failed === wanted) return;
      failed = undefined;
      try {
        if (asked === undefined && isSo(wanted)) return;
      } catch (error) {
        return fail(wanted, error);
      }
      asked = wanted;
      // The next job undoes what this one has done: nobody waits for the rest of it.
      running?.cancel();
      last = last.then(() => perform(wanted)).catch((error) => fail(wanted, error));
      const mine = last;
      void mine.then(() => {
        if (last === mine) asked = undefined;
      });
    },
    /** Resolves at once, or when a log that nobody wants any more is removed. */
    removed: (): Promise<unknown> => (asked === false ? last : Promise.resolve()),
  };
}
