/** Answers the storage page and the diagnostics, each by a job in a thread of its own, and makes the daily backup. */
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import type { Backup } from "../../../src-preload/contract/domain/storage";
import { BraidError } from "../../core/braid-error";
import { log } from "../../core/log";
import type { Clock } from "../../core/ports/clock";
import type { Storage } from "../../core/ports/storage";
import { say } from "../../core/say";
import { folderTrouble } from "../../files/data-folder";
import { codeOf, toStoreError } from "../database/errors";
import { createKeeping, type KeepingDeps } from "../event-log/keeping";
import type { Recoverer } from "../recovery/recoverer";
import { backupFolder, deleteOldBackups, listBackups } from "./backup-list";
import { type BackupPlan, planBackups } from "./backup-plan";
import type { RunJob } from "./jobs/run-job";

export interface StorageDeps {
  file: string;
  clock: Clock;
  run: RunJob;
  recoverer: Recoverer;
  /** Keeps the log from beginning anew while a backup reads. Returns the function that ends this. */
  hold(): () => void;
  /** Tells damage that a job finds in the file in use. */
  live: { assertInPlace(): void; failureOutside(error: unknown): BraidError } & KeepingDeps["live"];
  onBackgroundError(error: unknown): void;
}

export function createStorage(deps: StorageDeps): { storage: Storage; plan: BackupPlan } {
  const { file, clock, run, recoverer, live } = deps;
  const keeping = createKeeping({ file, run, live, onFailure: deps.onBackgroundError });
  let problem: Sentence | undefined;

  const backUp = async (always: boolean): Promise<Backup | undefined> => {
    live.assertInPlace();
    const trouble = folderTrouble(backupFolder(file));
    if (trouble !== undefined) {
      problem = say("store.no-backup-folder.message", { folder: backupFolder(file), trouble });
      throw new BraidError("STORE_UNAVAILABLE", problem, { hint: say("store.no-backup-folder.hint") });
    }
    const release = deps.hold();
    // A damaged database may need older backups: none is deleted before its user has decided.
    const prune = recoverer.recovery() === undefined;
    try {
      const made = await run("back-up", { file, now: clock.now(), prune, always }).result;
      problem = undefined;
      return made;
    } catch (error) {
      if (codeOf(error) === "CANCELLED") throw error;
      const failure = live.failureOutside(error);
      problem = failure.info.message;
      throw failure;
    } finally {
      release();
    }
  };
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
    report: async () => ({
      ...(await keeping.settled().then(() => asked(() => run("measure", { file })))),
      ...(problem === undefined ? {} : { backup_problem: problem }),
    }),
    facts: () => asked(() => run("facts", { file })),
    free: () => asked(() => run("free", { file })),
    backUp: async () => {
      const made = await backUp(true);
      if (made === undefined) throw new BraidError("INTERNAL", say("store.no-backup"));
      return made;
    },
    deleteOldBackups: () => {
      try {
        return deleteOldBackups(file);
      } catch (error) {
        throw toStoreError(error, file);
      }
    },
  };
  const [newest] = listBackups(file);
  // The storage page and the log tell of a failure, and nobody is disturbed. A backup that the app's end cancels is made tomorrow.
  const daily = async () => {
    await backUp(false).catch((error: unknown) => {
      if (codeOf(error) !== "CANCELLED") log.warn("The daily backup failed:", error);
    });
  };
  return { storage, plan: planBackups(clock.now(), newest?.made_at, daily) };
}
