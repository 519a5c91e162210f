/** Answers the storage page and the diagnostics, each by a job in a thread of its own, and plans the daily backup. */
import type { BraidError } from "../../core/braid-error";
import type { Backups } from "../../core/ports/backups";
import type { Clock } from "../../core/ports/clock";
import type { Storage } from "../../core/ports/storage";
import { createKeeping, type KeepingDeps } from "../event-log/keeping";
import type { Recoverer } from "../recovery/recoverer";
import { listBackups } from "./backup-list";
import { type BackupPlan, planBackups } from "./backup-plan";
import type { RunJob } from "./jobs/run-job";

export interface StorageDeps {
  file: string;
  clock: Clock;
  run: RunJob;
  recoverer: Recoverer;
  /** Keeps the log from beginning anew while a backup reads. Returns the function that ends this. */
  hold(): () => void;
  /** The event log was begun or removed: time to tidy up. */
  onKept(): void;
  /** Loads the code that makes backups. */
  backups(): Promise<Backups>;
  /** Tells damage that a job finds in the file in use. */
  live: { assertInPlace(): void; failureOutside(error: unknown): BraidError } & KeepingDeps["live"];
  onBackgroundError(error: unknown): void;
}

export function createStorage(deps: StorageDeps): { storage: Storage; plan: BackupPlan } {
  const { file, clock, run, recoverer, live } = deps;
  const keeping = createKeeping({ file, run, live, onKept: deps.onKept, onFailure: deps.onBackgroundError });
  /** Refuses a job where another file is in the database's place: a job opens the file by its name. */
  const asked = async <T>(begin: () => { result: Promise<T> }): Promise<T> => {
    live.assertInPlace();
    try {
      return await begin().result;
    } catch (error) {
      throw live.failureOutside(error);
    }
  };
  const storage: Storage = {
    ...recoverer,
    keepEvents: keeping.keepEvents,
    report: async () => {
      // Whoever has deleted the log wants to see the space without it.
      await keeping.removed();
      const backup_problem = (await deps.backups()).problem();
      const report = await asked(() => run("measure", { file }));
      return { ...report, ...(backup_problem && { backup_problem }) };
    },
    deleteEventLog: () => asked(() => ({ result: keeping.remove() })),
    facts: () => asked(() => run("facts", { file })),
    free: () => asked(() => run("free", { file })),
    backUp: async () => await (await deps.backups()).make().result,
  };
  const daily = async (closed: AbortSignal) => {
    const backups = await deps.backups();
    // The app may end while the code is loaded.
    if (!closed.aborted) await backups.daily();
  };
  return {
    storage,
    plan: planBackups(
      () => clock.now(),
      () => newestOf(file),
      daily,
    ),
  };
}

/** When the newest backup was made. Undefined also where nobody may look: the backup that is due tells of that. */
function newestOf(file: string): number | undefined {
  try {
    return listBackups(file).find(({ kept }) => !kept)?.made_at;
  } catch {
    return undefined;
  }
}
