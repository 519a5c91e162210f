/** The thread of one long job: an entry of its own, started by `run-job.ts`. Ends with the job. */
import { parentPort, workerData } from "node:worker_threads";
import { causingCode } from "../../database/errors";
import { type JobData, type JobName, type JobWord, SIGNAL } from "./jobs";
import { performers } from "./perform";

const { name, input, signals } = workerData as JobData;
const signal = new Int32Array(signals);
const say = (word: JobWord): void => parentPort?.postMessage(word);

/** The last whole percent that was told: a window that follows the progress paints at most a hundred times. */
let told = -1;
function onProgress(share: number): void {
  const percent = Math.floor(share * 100);
  if (percent === told) return;
  told = percent;
  say({ is: "progress", share: percent / 100 });
}

function unstoppable<T>(read: () => T): T {
  Atomics.store(signal, SIGNAL.unstoppable, 1);
  try {
    return read();
  } finally {
    Atomics.store(signal, SIGNAL.unstoppable, 0);
  }
}

async function work<N extends JobName>(job: N, from: JobData<N>["input"]): Promise<void> {
  try {
    const output = await performers[job](from, {
      isCancelled: () => Atomics.load(signal, SIGNAL.cancelled) !== 0,
      onProgress,
      unstoppable,
    });
    say({ is: "done", output });
  } catch (error) {
    say({
      is: "failed",
      message: error instanceof Error ? error.message : String(error),
      code: causingCode(error),
    });
  }
}

void work(name, input as never);
