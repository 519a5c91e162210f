/** Starts the work of exchange in threads, and tells damage that a thread meets in the file in use. */

import { BraidError } from "../../core/braid-error";
import type { Clock } from "../../core/ports/clock";
import type { Exchange, ExchangeWork } from "../../core/ports/exchange";
import { codeOf } from "../database/errors";
import type { Recoverer } from "../recovery/recoverer";
import type { JobName, Jobs } from "../upkeep/jobs/jobs";
import type { RunJob, RunningJob } from "../upkeep/jobs/run-job";
import { refusalOf } from "../upkeep/library/refusals";
import { TemporaryFailed } from "./temporary";
import { createTurns } from "./turns";

/** Only a write fails so: the library's disk has failed, not a file that is read. */
const OF_A_WRITE: readonly string[] = ["ENOSPC", "EDQUOT", "EROFS"];

export interface ExchangeDeps {
  file: string;
  clock: Clock;
  run: RunJob;
  live: { assertInPlace(): void; failureOutside(error: unknown): BraidError };
  recoverer: Pick<Recoverer, "recovery">;
  /** An import writes past main's connection. */
  onImported(): Promise<void>;
}

export function createExchange({ file, clock, run, live, recoverer, onImported }: ExchangeDeps): Exchange {
  const told = <N extends JobName>({ result, cancel }: RunningJob<N>): ExchangeWork<Jobs[N]["output"]> => ({
    cancel,
    result: result.catch((error: unknown) => {
      if (codeOf(error) === TemporaryFailed.code) throw noRoom(error);
      // The codes of the file system are those of files that the user has chosen; see also `OF_A_WRITE`.
      throw codeOf(error).startsWith("SQLITE") ? live.failureOutside(error) : error;
    }),
  });
  const arrive = <T>({ result, cancel }: ExchangeWork<T>): ExchangeWork<T> => ({
    cancel,
    result: result
      .catch((error: unknown) => {
        throw OF_A_WRITE.includes(codeOf(error)) ? live.failureOutside(error) : error;
      })
      .finally(onImported),
  });
  const inTurn = createTurns();
  /** A recovery puts another file in the place of the one into which these would write. */
  const assertMayArrive = (): void => {
    live.assertInPlace();
    if (recoverer.recovery()?.state.is === "running") throw recovering();
  };
  return {
    adopt: async (sessions) => {
      assertMayArrive();
      await told(run("adopt", { ...sessions, file, now: clock.now() })).result.finally(onImported);
    },
    plan: (request) => {
      live.assertInPlace();
      return told(run("plan-export", { ...request, file }));
    },
    export: (task, onProgress) => {
      live.assertInPlace();
      return told(run("export", { ...task, file }, onProgress));
    },
    planImport: (paths, onProgress) => {
      live.assertInPlace();
      return told(run("plan-import", { file, paths, now: clock.now() }, onProgress));
    },
    import: (paths, shown, onProgress) => {
      assertMayArrive();
      // Imports run one after the other: this one finds the sessions that another window has imported meanwhile.
      return inTurn("imports", () => {
        assertMayArrive();
        return arrive(told(run("import", { file, paths, shown, now: clock.now() }, onProgress)));
      });
    },
    bringBack: (seen, onProgress) => {
      assertMayArrive();
      // One job at a time for a session: this one finds the copy that another window has brought back meanwhile.
      return inTurn(seen.session_id, () => {
        assertMayArrive();
        const { result, cancel } = told(run("bring-back", { ...seen, file, now: clock.now() }, onProgress));
        const inWords = result.catch((error: unknown) => {
          throw refusalOf(error) ?? error;
        });
        return arrive({ cancel, result: inWords });
      });
    },
  };
}

const recovering = (): BraidError =>
  new BraidError(
    "STORE_UNAVAILABLE",
    { key: "exchange:recovering.message" },
    { hint: { key: "exchange:recovering.hint" } },
  );

const noRoom = (error: unknown): BraidError => {
  const folder = error instanceof Error ? error.message : "";
  return new BraidError(
    "STORE_UNAVAILABLE",
    { key: "exchange:no-room.message", params: { folder } },
    { hint: { key: "exchange:no-room.hint" }, cause: error },
  );
};
