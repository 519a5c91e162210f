import { expect, it } from "vitest";
import { BraidError } from "../../core/braid-error";
import type { RunJob } from "../upkeep/jobs/run-job";
import { createKeeping, type KeepingDeps } from "./keeping";

/** A library without a log, where each job ends as `job` does. */
function keeping(job: () => Promise<undefined>) {
  const run: boolean[] = [];
  const told: unknown[] = [];
  const deps = {
    file: "braid.db",
    run: ((_: string, { wanted }: { wanted: boolean }) => {
      run.push(wanted);
      return { result: job(), cancel: () => undefined };
    }) as unknown as RunJob,
    live: {
      verbs: { appState: () => undefined, using: () => ({ kept: 0, some: 1 }) },
      failureOutside: (error: Error) => new BraidError("STORE_UNAVAILABLE", error.message),
    },
    onKept: () => undefined,
    onFailure: (error: unknown) => told.push(error),
  } as unknown as KeepingDeps;
  return { ...createKeeping(deps), run, told };
}

const full = () => Promise.reject(new Error("the disk is full"));

it("[DB-13] a log without room is told once, as a failure of the store, and is not tried at each change of a setting", async () => {
  const { keepEvents, settled, run, told } = keeping(full);
  keepEvents(true);
  await settled();
  keepEvents(true);
  await settled();
  expect(run).toEqual([true]);
  expect(told).toEqual([expect.objectContaining({ code: "STORE_UNAVAILABLE", message: "the disk is full" })]);
});

it("[DB-13] switched off and on, it is tried again", async () => {
  const { keepEvents, settled, run } = keeping(full);
  for (const wanted of [true, false, true]) {
    keepEvents(wanted);
    await settled();
  }
  expect(run).toEqual([true, false, true]);
});
