/** Starts a long job in a thread of its own, and cancels it when nobody waits for it any more. */
import { Worker } from "node:worker_threads";
import { BraidError } from "../../../core/braid-error";
import { say } from "../../../core/say";
import { codeOf } from "../../database/errors";
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

/** The jobs that write into the database in use, over a connection of their own. */
const WRITING: ReadonlySet<JobName> = new Set(["import", "bring-back", "adopt", "keep-events", "free"]);

export interface JobRunner {
  run: RunJob;
  /** Resolves once the jobs that write into the database in use now have ended. */
  rest(): Promise<void>;
  /** True while no job writes into the database in use. */
  isResting(): boolean;
  /** Cancels the running jobs, and waits for them; later ones do not begin. */
  close(): Promise<void>;
}

/**
 * Megabytes. The engine lets garbage grow to four times of what is alive where a heap may have 2 GB and more, and to twice of it below. The
 * bound itself is beyond what a job needs: the largest message that a file may hold fits. Short-lived objects get less room than the
 * engine's own 48: a job makes millions of them, and hurries nobody.
 */
const MEMORY = { maxOldGenerationSizeMb: 2000, maxYoungGenerationSizeMb: 4 };

/** `worker_file` is the built `worker.ts`. */
export function createJobRunner(worker_file: URL): JobRunner {
  const running = new Set<RunningJob<JobName>>();
  const writing = new Set<RunningJob<JobName>>();
  let isClosed = false;
  const run: RunJob = (name, input, onProgress) => {
    if (isClosed) return { result: heard(Promise.reject(cancelled())), cancel: () => undefined };
    const job = start(worker_file, { name, input }, onProgress);
    running.add(job);
    if (WRITING.has(name)) writing.add(job);
    void job.result.catch(() => undefined).then(() => [running, writing].map((jobs) => jobs.delete(job)));
    return job;
  };
  const ended = async (jobs: Iterable<RunningJob<JobName>>): Promise<void> =>
    void (await Promise.allSettled([...jobs].map((job) => job.result)));
  return {
    run,
    rest: () => ended(writing),
    isResting: () => writing.size === 0,
    close: async () => {
      isClosed = true;
      for (const job of running) job.cancel();
      await ended(running);
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
    const workerData: JobData<N> = { ...job, signals };
    const worker = new Worker(worker_file, { workerData, resourceLimits: MEMORY });
    worker.unref();
    worker.on("message", (word: JobWord<N>) => {
      if (word.is === "progress") onProgress(word.share);
      else if (word.is === "done") resolve(word.output);
      else reject(new JobError(word.message, word.code));
    });
    worker.on("error", (error) => reject(inWords(error)));
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

/** A thread that needs more than `MEMORY` is ended from outside: it says nothing itself. */
function inWords(error: unknown): unknown {
  if (codeOf(error) !== "ERR_WORKER_OUT_OF_MEMORY") return error;
  const hint = say("internal.memory.hint");
  return new BraidError("INTERNAL", say("internal.memory.message"), { hint, cause: error });
}

/** A result without a listener must not count as an unhandled rejection. */
function heard<T>(result: Promise<T>): Promise<T> {
  result.catch(() => undefined);
  return result;
}
