import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { StorageReport } from "../../../src-preload/contract/domain/storage";
import { BraidError } from "../../core/braid-error";
import type { RunJob } from "../upkeep/jobs/run-job";
import { createStorage, type StorageDeps } from "../upkeep/storage";
import { createKeeping, type KeepingDeps } from "./keeping";

/** A storage whose jobs of the event log run until the test ends them. Without a log at first. */
function storageOfHeldJobs() {
  const jobs: { wanted: boolean; isCancelled: boolean; end(): void }[] = [];
  const run = ((name: string, { wanted }: { wanted: boolean }) => {
    if (name === "measure") return { result: Promise.resolve(REPORT), cancel: () => undefined };
    let end = () => {};
    const result = new Promise<void>((resolve) => {
      end = resolve;
    });
    const job = { wanted, isCancelled: false, end };
    jobs.push(job);
    return {
      result,
      cancel: () => {
        job.isCancelled = true;
      },
    };
  }) as unknown as RunJob;
  const deps = {
    file: "",
    clock: { now: () => 0 },
    run,
    recoverer: {},
    onKept: () => undefined,
    backups: async () => ({ problem: () => undefined }),
    live: {
      assertInPlace: () => undefined,
      identity: () => "one",
      failureOutside: (error: unknown) => error,
      verbs: { appState: () => undefined, using: () => ({ kept: 0, some: 0 }) },
    },
    onBackgroundError: (error: unknown) => expect.unreachable(String(error)),
  } as unknown as StorageDeps;
  const { storage, plan } = createStorage(deps);
  plan.close();
  /** Resolves with the newest job, once it runs. */
  const newest = async (count: number) => {
    await expect.poll(() => jobs.length).toBe(count);
    return jobs[count - 1];
  };
  return { storage, newest };
}

const REPORT: StorageReport = { space: [], biggest: [], sessions: 0, messages: 0, backups: [] };

test("[DB-13] [SV-10] the storage page does not wait for a log that begins", async () => {
  const { storage, newest } = storageOfHeldJobs();
  storage.keepEvents(true);
  const beginning = await newest(1);
  expect(await storage.report()).toEqual(REPORT);
  beginning?.end();
});

test("[DB-13] [SV-10] a log that is deleted while it begins is begun no further; the page waits for its removal", async () => {
  const { storage, newest } = storageOfHeldJobs();
  storage.keepEvents(true);
  const beginning = await newest(1);
  storage.keepEvents(false);
  expect(beginning).toMatchObject({ wanted: true, isCancelled: true });
  let isMeasured = false;
  const report = storage.report().then(() => {
    isMeasured = true;
  });
  beginning?.end();
  const removal = await newest(2);
  expect([removal, isMeasured]).toMatchObject([{ wanted: false, isCancelled: false }, false]);
  removal?.end();
  await report;
});

/** A library with the rest of a log, where each job ends as `job` does. */
function keeping(job: () => Promise<undefined>) {
  const library = { identity: "one" };
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
      identity: () => library.identity,
      failureOutside: (error: Error) => new BraidError("STORE_UNAVAILABLE", error.message),
    },
    onKept: () => undefined,
    onFailure: (error: unknown) => told.push(error),
  } as unknown as KeepingDeps;
  return { ...createKeeping(deps), run, told, library };
}

const full = () => Promise.reject(new Error("the disk is full"));

test("[DB-13] a log without room is told once, as a failure of the store, and is not tried at each change of a setting", async () => {
  const { keepEvents, run, told } = keeping(full);
  keepEvents(true);
  await expect.poll(() => told.length).toBe(1);
  keepEvents(true);
  await setImmediate();
  expect(run).toEqual([true]);
  expect(told).toEqual([expect.objectContaining({ code: "STORE_UNAVAILABLE", message: "the disk is full" })]);
});

test("[DB-13] switched off and on, it is tried again", async () => {
  const { keepEvents, run } = keeping(full);
  for (const wanted of [true, false, true]) {
    keepEvents(wanted);
    await expect.poll(() => run.at(-1)).toBe(wanted);
    await setImmediate();
  }
  expect(run).toEqual([true, false, true]);
});

test("[DB-13] in another library, which a recovery has put in its place, it is tried again", async () => {
  const { keepEvents, run, told, library } = keeping(full);
  keepEvents(true);
  await expect.poll(() => told.length).toBe(1);
  await setImmediate();
  library.identity = "another";
  keepEvents(true);
  await expect.poll(() => run).toEqual([true, true]);
});

test("[DB-13] [SV-10] a log that could not be removed says why to whoever deletes it, and each time it is tried anew", async () => {
  const { remove, run } = keeping(full);
  await expect(remove()).rejects.toThrow("the disk is full");
  await expect(remove()).rejects.toThrow("the disk is full");
  expect(run).toEqual([false, false]);
});

test("[DB-13] [SV-10] deleting a log that a change of the settings removes waits for that removal, and hears how it ended", async () => {
  const { keepEvents, remove, run } = keeping(full);
  keepEvents(false);
  await expect(remove()).rejects.toThrow("the disk is full");
  expect(run).toEqual([false]);
});
