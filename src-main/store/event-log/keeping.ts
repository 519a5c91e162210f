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

interface Wish {
  wanted: boolean;
  made: Promise<void>;
}

const FOUND = `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '${PREFIX}*') AS kept,
  EXISTS (SELECT 1 FROM event_log) AS some`;

export function createKeeping({ file, run, live, onKept, onFailure }: KeepingDeps) {
  /** The newest wish, while its job runs or waits for the one before it; without one the database is asked. */
  let newest: Wish | undefined;
  /** The library in which a log could not be begun. Each change of any setting asks again, and would only fail again. */
  let failed_in: string | undefined;
  const fail = (wanted: boolean, error: unknown): void => {
    if (wanted && newest?.wanted !== false) failed_in = live.identity();
    onFailure(live.failureOutside(error));
  };
  let running: RunningJob<"keep-events"> | undefined;
  const perform = async (wanted: boolean): Promise<void> => {
    running = run("keep-events", { file, wanted });
    await running.result.finally(onKept);
  };
  const isSo = (wanted: boolean): boolean => {
    const { appState, using } = live.verbs;
    const found = using(({ raw }) => raw.prepare<[], { kept: number; some: number }>(FOUND).get());
    const kept = found?.kept === 1;
    return wanted ? kept && appState(EVENT_LOG) === SCHEMA_VERSION : !kept && found?.some === 0;
  };
  const begin = (wanted: boolean): void => {
    // The next job undoes what this one has done: nobody waits for the rest of it.
    running?.cancel();
    const before = newest?.made.catch(() => undefined) ?? Promise.resolve();
    const made = before.then(() => (newest === mine ? perform(wanted) : undefined));
    const mine: Wish = {
      wanted,
      made: made.finally(() => {
        if (newest === mine) newest = undefined;
      }),
    };
    newest = mine;
  };
  /** Resolves once the database is as wanted, or once a later wish has taken the place of this one. @throws why it is not */
  const make = async (wanted: boolean): Promise<void> => {
    if (newest === undefined && isSo(wanted)) return;
    if (newest?.wanted !== wanted) begin(wanted);
    await newest?.made;
  };
  return {
    /** Never throws: a start and a change of the settings go on without it. A log that could not be begun is tried again after it was switched off, in another library, and at a start. */
    keepEvents(wanted: boolean): void {
      if (newest?.wanted === wanted || (wanted && failed_in === live.identity())) return;
      failed_in = undefined;
      make(wanted).catch((error) => fail(wanted, error));
    },
    /** Resolves once there is no log, also where its removal has failed before. @throws why there is still one */
    remove: (): Promise<void> => make(false),
    /** Resolves at once, or when the removal of a log that nobody wants any more has ended. */
    removed: async (): Promise<void> => {
      if (newest?.wanted === false) await newest.made.catch(() => undefined);
    },
  };
}
