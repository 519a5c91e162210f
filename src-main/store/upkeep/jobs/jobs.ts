/** The long jobs of the store: what each takes and gives. Each runs in a thread of its own that ends with it, beside the writer (decision 8). */
import type { Backup, RecoveryReport, StorageReport } from "../../../../src-preload/contract/domain/storage";
import type { StoreFacts } from "../../../core/ports/storage";

export interface Jobs {
  /** Undefined where nothing was said since the last one and `always` is false. */
  "back-up": {
    input: { file: string; now: number; prune: boolean; always: boolean };
    output: Backup | undefined;
  };
  measure: { input: { file: string }; output: Omit<StorageReport, "backup_problem"> };
  facts: { input: { file: string }; output: StoreFacts };
  free: { input: { file: string }; output: number };
  /** Makes `target` of a backup. */
  restore: { input: { backup: string; target: string }; output: Found };
  /** Makes `target` of what can be read of a damaged database. */
  salvage: { input: { damaged: string; target: string }; output: Found };
  /** Adds to `target` what the database in use holds. */
  join: { input: { present: string; target: string }; output: undefined };
}

export type Found = Omit<RecoveryReport, "how">;

export type JobName = keyof Jobs;

/** The thread as a job sees it. */
export interface JobContext {
  isCancelled(): boolean;
  onProgress(share: number): void;
}

/** How the thread is told. */
export interface JobData<N extends JobName = JobName> {
  name: N;
  input: Jobs[N]["input"];
  /** One number; not 0 once nobody wants the result any more. */
  cancelled: SharedArrayBuffer;
}

/** Reports of a job: its progress, and in the end its outcome. */
export type JobWord<N extends JobName = JobName> =
  | { is: "progress"; share: number }
  | { is: "done"; output: Jobs[N]["output"] }
  | { is: "failed"; message: string; code: string };
