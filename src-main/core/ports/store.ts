/**
 * The core's port to the store: one verb per transaction, all or nothing. Verbs are synchronous, so that "read and subscribe" is one step
 * without a lock. Every verb may throw `BraidError` with `STORE_UNAVAILABLE`; it has written nothing then.
 */

import type { BlobStore } from "./blob-store";
import type { BranchStore } from "./branch-store";
import type { CompactionStore } from "./compaction-store";
import type { CostStore } from "./cost-store";
import type { DraftStore } from "./draft-store";
import type { FileChangeStore } from "./file-change-store";
import type { LabelStore } from "./label-store";
import type { LeftSummaryStore } from "./left-summary-store";
import type { PermissionStore } from "./permission-store";
import type { PromptHistoryStore } from "./prompt-history-store";
import type { PruneStore } from "./prune-store";
import type { QueueStore } from "./queue-store";
import type { SearchStore } from "./search-store";
import type { SessionStore } from "./session-store";
import type { TaskStore } from "./task-store";
import type { TimelineStore } from "./timeline-store";
import type { TranscriptStore } from "./transcript-store";

export interface AppStateStore {
  /** Small facts of the app itself, e.g. which windows were open (SE-9); `undefined` deletes. */
  setAppState(key: string, value: unknown): void;
  appState(key: string): unknown;
}

export interface Store
  extends TranscriptStore,
    SessionStore,
    TimelineStore,
    BranchStore,
    CompactionStore,
    CostStore,
    LabelStore,
    PromptHistoryStore,
    LeftSummaryStore,
    PruneStore,
    QueueStore,
    PermissionStore,
    TaskStore,
    DraftStore,
    BlobStore,
    FileChangeStore,
    SearchStore,
    AppStateStore {
  /** The largest id text of each kind is a floor for new ids, so that order holds when the clock stepped back (DB-5). */
  newestIdTime(): bigint;
  close(): void;
}
