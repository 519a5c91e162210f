/**
 * Decides when upkeep is due. A worker does it, started with the first need, so that no commit ever waits for a checkpoint.
 * Without a worker main itself keeps the log bounded. An idle app runs no timer: one starts only after a turn has ended.
 */
import { Worker } from "node:worker_threads";
import { isFull } from "../database/errors";
import { identityOf, sizeOf } from "../database/folder";

export interface Maintenance {
  /** Called after each commit. */
  wrote(): void;
  /** Called when a turn has ended. Tidies up once writing has paused. */
  settled(): void;
  /** Keeps the log as it is until the returned function is called: a backup reads an old moment of it. */
  hold(): () => void;
  /**
   * Begins a time of many commits close together; the returned function ends it. The log does not begin anew among them. Otherwise the
   * window could stand still for 200 ms while a branch is made: the commit that begins the log anew waits for the disk.
   */
  bulkWrite(): () => void;
  /** The number of transactions so far. */
  commits(): number;
  /** Resolves once the worker has closed its connection; the next need starts it again. */
  rest(): Promise<void>;
  isResting(): boolean;
  /** Resolves once the worker has closed its connection. */
  close(): Promise<void>;
}

export type MaintenanceRequest = "checkpoint" | "checkpoint-held" | "tidy" | "close";
export interface WorkerData {
  file: string;
  /** Device and inode of the file that main has open. */
  identity: string;
  /** The number of current bulk writes, in memory that both threads share: the worker also sees one that began after its request. */
  bulkWrites: Int32Array;
}
/** A failure of the worker. `damage` says that the database itself is damaged. */
export interface WorkerReport {
  message: string;
  damage: boolean;
}

export interface MaintenanceOptions {
  file: string;
  /** The built `worker.ts`. */
  worker_file: URL;
  onBackgroundError: (error: unknown) => void;
  /** Hears that the database is damaged: the next start has to check it. */
  onDamage: () => void;
  /** Device and inode of the file that main has open. */
  identity: () => string;
  /** Moves the log into the database on main's own connection, where there is no worker. */
  checkpointHere: () => void;
  /** The worker; tests bring their own. */
  helper?: Helper;
}

/** Commits between two looks at the log's size. */
const COMMITS_A_LOOK = 64;
/** Bytes of log from which the worker moves it, and from which main does without a worker. */
const LOG_LONG = 4 * 1024 * 1024;
const LOG_LONG_HERE = 16 * 1024 * 1024;
/** Bytes of log from which main does not wait for the worker's checkpoint any more. */
const LOG_LOST = 64 * 1024 * 1024;
/** The factor by which the log may grow longer in a bulk write. */
const LONGER_IN_BULK = 16;
const QUIET_MS = 2000;
const CLOSE_MS = 2000;

export function createMaintenance(options: MaintenanceOptions): Maintenance {
  const { file, checkpointHere } = options;
  const bulkWrites = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const helper = options.helper ?? createHelper(options, bulkWrites);
  let commits = 0;
  let holds = 0;
  let timer: NodeJS.Timeout | undefined;

  const tell = (error: unknown): void => {
    if (!isFull(error)) options.onBackgroundError(error);
  };
  const lookAtLog = (): void => {
    try {
      const bytes = sizeOf(`${file}-wal`);
      const longer = Atomics.load(bulkWrites, 0) > 0 ? LONGER_IN_BULK : 1;
      if (bytes <= LOG_LONG * longer) return;
      const asked = helper.ask(holds > 0 ? "checkpoint-held" : "checkpoint");
      if (asked && holds > 0) return;
      if (bytes > (asked ? LOG_LOST : LOG_LONG_HERE) * longer) checkpointHere();
    } catch (error) {
      // The commit is done: a failure of upkeep must not fail it.
      tell(error);
    }
  };
  /** Tidies after a pause in writing. Waits for another pause while any session writes. */
  const tidyWhenQuiet = (): void => {
    clearTimeout(timer);
    const before = commits;
    timer = setTimeout(() => {
      if (commits === before) helper.ask("tidy");
      else tidyWhenQuiet();
    }, QUIET_MS).unref();
  };
  return {
    wrote: () => {
      commits += 1;
      if (commits % COMMITS_A_LOOK === 0) lookAtLog();
    },
    settled: tidyWhenQuiet,
    hold: () => {
      holds += 1;
      return () => {
        holds -= 1;
        if (holds === 0 && sizeOf(`${file}-wal`) > LOG_LONG) helper.ask("checkpoint");
      };
    },
    bulkWrite: () => {
      Atomics.add(bulkWrites, 0, 1);
      return () => {
        if (Atomics.sub(bulkWrites, 0, 1) > 1) return;
        lookAtLog();
        tidyWhenQuiet();
      };
    },
    commits: () => commits,
    rest: () => helper.rest(),
    isResting: () => helper.isResting(),
    close: () => {
      clearTimeout(timer);
      return helper.close();
    },
  };
}

export interface Helper {
  /** Returns false where there is no worker to ask. */
  ask(request: MaintenanceRequest): boolean;
  rest(): Promise<void>;
  isResting(): boolean;
  close(): Promise<void>;
}

/** False where the system does not let anybody look. */
function isFile(file: string, identity: string): boolean {
  try {
    return identityOf(file) === identity;
  } catch {
    return false;
  }
}

/** Starts the worker with the first request. A worker that died is not started again. */
function createHelper(
  { file, identity, worker_file, onBackgroundError, onDamage }: MaintenanceOptions,
  bulkWrites: Int32Array,
): Helper {
  let worker: Worker | undefined;
  let gone = false;
  let resting: Promise<void> | undefined;
  const lost = (error: unknown): void => {
    if (!gone) onBackgroundError(error);
    gone = true;
    worker = undefined;
  };
  const end = async (): Promise<void> => {
    const closing = worker;
    if (closing === undefined) return;
    worker = undefined;
    closing.removeAllListeners("exit");
    const exited = new Promise<void>((resolve) => closing.once("exit", () => resolve()));
    closing.postMessage("close" satisfies MaintenanceRequest);
    const timer = setTimeout(() => void closing.terminate(), CLOSE_MS);
    await exited;
    clearTimeout(timer);
  };
  const start = (): Worker | undefined => {
    const data: WorkerData = { file, identity: identity(), bulkWrites };
    // Another file is in the database's place, or nobody may look. Upkeep leaves it alone, and looks again at the next request.
    if (!isFile(file, data.identity)) return undefined;
    try {
      const started = new Worker(worker_file, { workerData: data });
      started.on("message", ({ message, damage }: WorkerReport) => {
        if (damage) onDamage();
        onBackgroundError(new Error(message));
      });
      started.on("error", lost);
      started.on("exit", () => lost(new Error("the store's worker ended")));
      started.unref();
      return started;
    } catch (error) {
      lost(error);
      return undefined;
    }
  };
  return {
    ask: (request) => {
      if (gone) return false;
      worker ??= start();
      worker?.postMessage(request);
      return worker !== undefined;
    },
    rest: async () => {
      resting ??= end();
      await resting;
      resting = undefined;
    },
    isResting: () => worker === undefined,
    close: async () => {
      gone = true;
      await (resting ?? end());
    },
  };
}
