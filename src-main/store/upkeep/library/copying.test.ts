import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../testing/stores";
import type { RunJob } from "../jobs/run-job";
import { createCopying } from "./copying";
import { remember } from "./elsewhere";

/** Jobs that end when the test says so. */
async function begun() {
  const file = join(freshFolder(), "braid.db");
  await remember(file, freshFolder());
  const jobs: { end: () => void; cancelled: boolean }[] = [];
  const run = (() => {
    let end: () => void = () => undefined;
    const result = new Promise<void>((resolve) => {
      end = resolve;
    });
    const job = { end, cancelled: false };
    jobs.push(job);
    const cancel = () => {
      job.cancelled = true;
      end();
    };
    return { result, cancel };
  }) as unknown as RunJob;
  return { copying: createCopying(file, run), jobs };
}

test("[SV-8j] a backup that is made while others are copied is copied after them, by one further job", async () => {
  const { copying, jobs } = await begun();
  const first = copying.begin();
  const later = [copying.begin(), copying.begin()];
  expect(jobs).toHaveLength(1);
  jobs[0]?.end();
  await expect.poll(() => jobs.length).toBe(2);
  expect(copying.underWay()).toBe(true);
  jobs[1]?.end();
  await Promise.all([first, ...later, copying.ended()]);
  expect(jobs).toHaveLength(2);
  expect(copying.underWay()).toBe(false);
});

test("a cancelled copying begins no further one", async () => {
  const { copying, jobs } = await begun();
  void copying.begin();
  void copying.begin();
  await copying.cancel();
  expect(jobs).toEqual([expect.objectContaining({ cancelled: true })]);
  expect(copying.underWay()).toBe(false);
});
