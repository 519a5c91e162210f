/**
 * The long jobs of the store, with their inputs and outputs. Each runs in a thread of its own, beside the writer, and the thread ends with
 * it (docs/decisions/long-jobs-have-a-thread-each.md).
 */
import type {
  BackupContent,
  BackupPage,
  BackupSearch,
  BackupsView,
  Elsewhere,
  ListedBackup,
} from "../../../../src-preload/contract/domain/backups";
import type { ExportPlan, ImportPlan } from "../../../../src-preload/contract/domain/exchange";
import type { Backup, RecoveryReport, StorageReport } from "../../../../src-preload/contract/domain/storage";
import type { BroughtIn, ExportOutcome, ImportOutcome } from "../../../core/ports/exchange";
import type { StoreFacts } from "../../../core/ports/storage";
import type { EventLogJob } from "../../event-log/keep";
import type { AdoptJob } from "../../exchange/adopt";
import type { BringBackJob } from "../../exchange/bring-back/bring-back";
import type { ExportJob, PlanJob } from "../../exchange/export";
import type { ImportJob } from "../../exchange/import/reading";
import type { CheckContext } from "../../exchange/work";
import type { ReadInput } from "../library/look";
import type { SearchInput } from "../library/search-inside";

export interface Jobs {
  /** Undefined where nothing was written since the last backup and `always` is false. */
  "back-up": {
    input: { file: string; now: number; prune: boolean; always: boolean };
    output: Backup | undefined;
  };
  measure: { input: { file: string }; output: Omit<StorageReport, "backup_problem"> };
  facts: { input: { file: string }; output: StoreFacts };
  free: { input: { file: string }; output: number };
  /** Makes `target` from a backup. */
  restore: { input: { backup: string; target: string }; output: Found };
  /** The backups, each with its number of sessions, and how the copies elsewhere stand. */
  "list-backups": { input: { file: string }; output: ListedBackups };
  /** SV-8: copies the backups to the second folder, if there is one. */
  "copy-backups": { input: { file: string }; output: undefined };
  /** One backup in any place. */
  "describe-backup": { input: { backup: string }; output: ListedBackup };
  /** The sessions in a backup. */
  "look-into-backup": { input: { backup: string; words: string }; output: BackupContent };
  /** The sessions in a backup whose messages have these words. */
  "search-backup": { input: SearchInput; output: BackupSearch };
  /** Messages of a session in a backup. */
  "read-backup": { input: ReadInput; output: BackupPage };
  /** Makes `target` from the readable rows of a damaged database. */
  salvage: { input: { damaged: string; target: string }; output: Found };
  /** Adds the content of the database in use to `target`. */
  join: { input: { present: string; target: string }; output: undefined };
  /** SE-6: what an export would hold. */
  "plan-export": { input: PlanJob; output: ExportPlan & { zip: boolean } };
  /** SE-6: writes sessions into a file. */
  export: { input: ExportJob; output: ExportOutcome };
  /** SE-6: reads files and writes nothing. */
  "plan-import": { input: ImportJob; output: ImportPlan };
  /** SE-6: brings the sessions of files in, all or nothing. */
  import: { input: ImportJob; output: ImportOutcome };
  /** SV-8: brings one session of a backup in, all or nothing. */
  "bring-back": { input: BringBackJob; output: BroughtIn };
  /** DB-13: begins the event log anew, or ends and removes it. */
  "keep-events": { input: EventLogJob; output: undefined };
  /** SE-10: brings sessions of memory in, all or nothing. */
  adopt: { input: AdoptJob; output: undefined };
}

export interface ListedBackups extends Pick<BackupsView, "backups"> {
  elsewhere?: Omit<Elsewhere, "copying">;
}

export type Found = Omit<RecoveryReport, "how">;

export type JobName = keyof Jobs;

/** A job's link to main. */
export type JobContext = CheckContext;

/** The signals between main and the thread. `cancelled`: not 0 once nobody wants the result. `unstoppable`: not 0 meanwhile. */
export const SIGNAL = { cancelled: 0, unstoppable: 1 } as const;

/** The message that starts the thread. */
export interface JobData<N extends JobName = JobName> {
  name: N;
  input: Jobs[N]["input"];
  /** A number for each place of `SIGNAL`. */
  signals: SharedArrayBuffer;
}

/** A job's reports: its progress, and in the end its outcome. */
export type JobWord<N extends JobName = JobName> =
  | { is: "progress"; share: number }
  | { is: "done"; output: Jobs[N]["output"] }
  | { is: "failed"; message: string; code: string };
