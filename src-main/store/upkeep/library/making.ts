/** Makes backups in their thread: by hand, and the daily one. Remembers why the last one failed. */
import type { Sentence } from "../../../../src-preload/contract/domain/sentence";
import type { Backup } from "../../../../src-preload/contract/domain/storage";
import { BraidError } from "../../../core/braid-error";
import { log } from "../../../core/log";
import type { ExchangeWork } from "../../../core/ports/exchange";
import { say } from "../../../core/say";
import { folderProblem } from "../../../files/data-folder";
import { codeOf } from "../../database/errors";
import { createTurns } from "../../exchange/turns";
import { backupFolder } from "../backup-list";
import type { StorageDeps } from "../storage";

export type MakingDeps = Pick<StorageDeps, "file" | "clock" | "run" | "recoverer" | "hold" | "live">;

export interface Making {
  /** Rejects with a BraidError, or with the code `CANCELLED`. */
  now(onProgress?: (share: number) => void): ExchangeWork<Backup>;
  /** Makes one where something was said since the last. Resolves to false where the app's end cancelled it. */
  daily(): Promise<boolean>;
  /** Why the last backup failed, until one succeeds. */
  problem(): Sentence | undefined;
}

export function createMaking({ file, clock, run, recoverer, hold, live }: MakingDeps): Making {
  let problem: Sentence | undefined;
  const assertFolder = (): void => {
    const unusable = folderProblem(backupFolder(file));
    if (unusable === undefined) return;
    problem = say("store.no-backup-folder.message", { folder: backupFolder(file), problem: unusable });
    throw new BraidError("STORE_UNAVAILABLE", problem, { hint: say("store.no-backup-folder.hint") });
  };
  const start = (always: boolean, onProgress?: (share: number) => void) => {
    live.assertInPlace();
    assertFolder();
    const release = hold();
    // A damaged database may need older backups: none is deleted before its user has decided.
    const prune = recoverer.recovery() === undefined;
    const { result, cancel } = run("back-up", { file, now: clock.now(), prune, always }, onProgress);
    const told = result
      .then(
        (made) => {
          problem = undefined;
          return made;
        },
        (error: unknown) => {
          if (codeOf(error) === "CANCELLED") throw error;
          const failure = live.failureOutside(error);
          problem = failure.info.message;
          throw failure;
        },
      )
      .finally(release);
    return { result: told, cancel };
  };
  // Each begins with removing what is left of an unfinished one.
  const inTurn = createTurns();
  const backUp = (...args: Parameters<typeof start>) => inTurn("backups", () => start(...args));
  return {
    problem: () => problem,
    now: (onProgress) => {
      const { result, cancel } = backUp(true, onProgress);
      const made = result.then((backup) => {
        if (backup === undefined) throw new BraidError("INTERNAL", say("store.no-backup"));
        return backup;
      });
      return { result: made, cancel };
    },
    // The page and the log tell of a failure, and nobody is disturbed. A backup that the app's end cancels is made tomorrow.
    daily: async () => {
      try {
        await backUp(false).result;
      } catch (error) {
        if (codeOf(error) === "CANCELLED") return false;
        log.warn("The daily backup failed:", error);
      }
      return true;
    },
  };
}
