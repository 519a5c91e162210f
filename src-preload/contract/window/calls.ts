/**
 * Every call that a window may make, by name: its input (`schemas.ts`, which main alone parses) and its output. Each area defines its own
 * in `calls/`. A call without an output is a compile error below.
 */
import type * as z from "zod/mini";
import type { AgentOutputs } from "./calls/agents";
import type { AppOutputs } from "./calls/app";
import type { AttachmentOutputs } from "./calls/attachments";
import type { BackgroundRunOutputs } from "./calls/background-runs";
import type { BackupsOutputs } from "./calls/backups";
import type { BranchOutputs } from "./calls/branches";
import type { ChangesOutputs } from "./calls/changes";
import type { CompactionOutputs } from "./calls/compaction";
import type { ContextOutputs } from "./calls/context";
import type { DraftOutputs } from "./calls/drafts";
import type { ExchangeOutputs } from "./calls/exchange";
import type { HandbookOutputs } from "./calls/handbook";
import type { HistoryOutputs } from "./calls/history";
import type { LabelOutputs } from "./calls/labels";
import type { LogOutputs } from "./calls/log";
import type { ModelOutputs } from "./calls/models";
import type { PermissionOutputs } from "./calls/permissions";
import type { PrivateOutputs } from "./calls/private";
import type { PromptHistoryOutputs } from "./calls/prompt-history";
import type { PromptOutputs } from "./calls/prompts";
import type { ProviderOutputs } from "./calls/providers";

import type { PruneOutputs } from "./calls/pruning";
import type { QueueOutputs } from "./calls/queue";
import type { SearchOutputs } from "./calls/search";
import type { SessionOutputs } from "./calls/sessions";
import type { SettingsOutputs } from "./calls/settings";
import type { StorageOutputs } from "./calls/storage";
import type { TimelineOutputs } from "./calls/timeline";
import type { WorkspaceOutputs } from "./calls/workspaces";
import type { schemas } from "./schemas";

export type { AppInfo } from "./calls/app";

interface Outputs
  extends AppOutputs,
    AgentOutputs,
    SessionOutputs,
    DraftOutputs,
    HandbookOutputs,
    HistoryOutputs,
    SettingsOutputs,
    ProviderOutputs,
    ModelOutputs,
    StorageOutputs,
    BackupsOutputs,
    TimelineOutputs,
    BranchOutputs,
    CompactionOutputs,
    PromptOutputs,
    ContextOutputs,
    PruneOutputs,
    QueueOutputs,
    PermissionOutputs,
    ChangesOutputs,
    WorkspaceOutputs,
    LogOutputs,
    LabelOutputs,
    PromptHistoryOutputs,
    PrivateOutputs,
    AttachmentOutputs,
    ExchangeOutputs,
    BackgroundRunOutputs,
    SearchOutputs {}

export type CallName = keyof typeof schemas;
export type CallInput<N extends CallName> = z.infer<(typeof schemas)[N]>;
export type CallOutput<N extends CallName> = Outputs[N];
