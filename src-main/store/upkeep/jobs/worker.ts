/** The thread of one long job: an entry of its own, started by `run-job.ts`. Ends with the job. */
import { parentPort, workerData } from "node:worker_threads";
import { codeOf } from "../../database/errors";
import type { JobData, JobName, JobWord } from "./jobs";
import { performers } from "./perform";

const { name, input, cancelled } = workerData as JobData;
const flag = new Int32Array(cancelled);
const say = (word: JobWord): void => parentPort?.postMessage(word);

/** The last whole percent that was told: a window that follows the progress paints at most a hundred times. */
let told = -1;
function onProgress(share: number): void {
  const percent = Math.floor(share * 100);
  if (percent === told) return;
  told = percent;
  say({ is: "progress", share: percent / 100 });
}

async function work<N extends JobName>(job: N, from: JobData<N>["input"]): Promise<void> {
  try {
    const output = await performers[job](from, {
      isCancelled: () => Atomics.load(flag, 0) !== 0,
      onProgress,
    });
    say({ is: "done", output });
  } catch (error) {
    say({
      is: "failed",
      message: error instanceof Error ? error.message : String(error),
      code: codeOf(error),
    });
  }
}

void work(name, input as never);
