import { expect, it, vi } from "vitest";
import { SIGNAL } from "./jobs";
import { createJobRunner } from "./run-job";

const workerOf = (body: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from "node:worker_threads";
      const signal = new Int32Array(workerData.signals);
      const isCancelled = () => Atomics.load(signal, ${SIGNAL.cancelled}) !== 0;
      ${body}`)}`,
  );

/** Starts a job in such a thread, and returns it when the thread has told its first progress. */
async function begun(body: string) {
  const { run } = createJobRunner(workerOf(body));
  const onProgress = vi.fn();
  const job = run("measure", { file: "braid.db" }, onProgress);
  await vi.waitFor(() => expect(onProgress).toHaveBeenCalled(), 30_000);
  return job;
}

it("a job that cannot be stopped is not waited for when it is cancelled", async () => {
  const job = await begun(`
    Atomics.store(signal, ${SIGNAL.unstoppable}, 1);
    parentPort.postMessage({ is: "progress", share: 0 });
    parentPort.on("message", () => undefined);`);
  job.cancel();
  await expect(job.result).rejects.toMatchObject({ code: "CANCELLED" });
});

it("every other job answers itself: what it has done by then stands", async () => {
  const job = await begun(`
    parentPort.postMessage({ is: "progress", share: 0 });
    const timer = setInterval(() => {
      if (!isCancelled()) return;
      clearInterval(timer);
      parentPort.postMessage({ is: "done", output: "whole" });
    }, 1);`);
  job.cancel();
  expect(await job.result).toBe("whole");
});

it("a thread that ends for want of memory is told in words", async () => {
  // What the engine ends a thread with.
  const { run } = createJobRunner(
    workerOf(
      `throw Object.assign(new Error("JS heap out of memory"), { code: "ERR_WORKER_OUT_OF_MEMORY" });`,
    ),
  );
  await expect(run("measure", { file: "braid.db" }).result).rejects.toMatchObject({
    info: { code: "INTERNAL", message: { key: "internal.memory.message" } },
  });
});

it("nothing begins once the runner is closed", async () => {
  const { run, close } = createJobRunner(
    workerOf(`parentPort.postMessage({ is: "done", output: "begun" });`),
  );
  await close();
  await expect(run("measure", { file: "braid.db" }).result).rejects.toMatchObject({ code: "CANCELLED" });
});

it("[SV-8] rests when the jobs have ended that write into the database, and waits for no others", async () => {
  const { run, rest, isResting } = createJobRunner(
    workerOf(`
    const timer = setInterval(() => {
      if (!isCancelled()) return;
      clearInterval(timer);
      parentPort.postMessage({ is: "done", output: 0 });
    }, 1);`),
  );
  const reading = run("measure", { file: "braid.db" });
  await rest();
  expect(isResting()).toBe(true);
  const writing = run("free", { file: "braid.db" });
  expect(isResting()).toBe(false);
  let rested = false;
  const resting = rest().then(() => {
    rested = true;
  });
  reading.cancel();
  await reading.result;
  expect(rested).toBe(false);
  writing.cancel();
  await resting;
  expect(isResting()).toBe(true);
});
