/** Starts a long job in a thread of its own, and cancels it when nobody waits for it any more. */
import { Worker } from "node:worker_threads";
import { type JobData, type JobName, type Jobs, type JobWord, SIGNAL } from "./jobs";

export interface RunningJob<N extends JobName> {
  result: Promise<Jobs[N]["output"]>;
  /** Ends the job at its next step, or at once where that cannot be stopped; its result then fails with the code `CANCELLED`. */
  cancel(): void;
}

export type RunJob = <N extends JobName>(
  name: N,
  input: Jobs[N]["input"],
  onProgress?: (share: number) => void,
) => RunningJob<N>;

/** The failure of a job; `code` is SQLite's, the file system's or the job's own. */
export class JobError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

const cancelled = () => new JobError("cancelled", "CANCELLED");

/** `worker_file` is the built `worker.ts`. `close` of the runner cancels the running jobs, and waits for them; later ones do not begin. */
export function createJobRunner(worker_file: URL): { run: RunJob; close: () => Promise<void> } {
  const running = new Set<RunningJob<JobName>>();
  let isClosed = false;
  const run: RunJob = (name, input, onProgress) => {
    if (isClosed) return { result: heard(Promise.reject(cancelled())), cancel: () => undefined };
    const job = start(worker_file, { name, input }, onProgress);
    running.add(job);
    void job.result.catch(() => undefined).then(() => running.delete(job));
    return job;
  };
  return {
    run,
    close: async () => {
      isClosed = true;
      for (const job of running) job.cancel();
      await Promise.allSettled([...running].map((job) => job.result));
    },
  };
}

function start<N extends JobName>(
  worker_file: URL,
  job: Omit<JobData<N>, "signals">,
  onProgress: (share: number) => void = () => undefined,
): RunningJob<N> {
  const signals = new SharedArrayBuffer(Object.keys(SIGNAL).length * Int32Array.BYTES_PER_ELEMENT);
  let leave: () => void = () => undefined;
  const result = new Promise<Jobs[N]["output"]>((resolve, reject) => {
    leave = () => reject(cancelled());
    const worker = new Worker(worker_file, { workerData: { ...job, signals } satisfies JobData<N> });
    worker.unref();
    worker.on("message", (word: JobWord<N>) => {
      if (word.is === "progress") onProgress(word.share);
      else if (word.is === "done") resolve(word.output);
      else reject(new JobError(word.message, word.code));
    });
    worker.on("error", reject);
    worker.on("exit", () => reject(new JobError("the thread of the job ended", "ENDED")));
  });
  const cancel = (): void => {
    const signal = new Int32Array(signals);
    Atomics.store(signal, SIGNAL.cancelled, 1);
    // The thread ends this mark before it asks whether it is cancelled: one that still has it will find the cancelling.
    if (Atomics.load(signal, SIGNAL.unstoppable) !== 0) leave();
  };
  return { result: heard(result), cancel };
}

/** A result without a listener must not count as an unhandled rejection. */
function heard<T>(result: Promise<T>): Promise<T> {
  result.catch(() => undefined);
  return result;
}
