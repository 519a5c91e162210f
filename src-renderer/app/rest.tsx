/**
 * Everything after the first frame: the window around the conversation, and the components that features put into slots of others. Nobody
 * can use these before the first frame, so that frame does not wait for their script.
 */
import "../platform/language/rest-words";
import { AgentNote, AgentSelect } from "../features/agents/agent-slots";
import { AttachButton } from "../features/attachments/attach-button";
import { Attachments } from "../features/attachments/attachments";
import { BackgroundRuns } from "../features/background-runs/background-runs";
import { ForkNote } from "../features/branches/fork-note";
import { AnswerAnnouncer } from "../features/chat/announcer";
import { Conversation } from "../features/chat/conversation";
import { AnswerText } from "../features/chat/markdown/answer-text";
import { CompactionProgress } from "../features/compaction/compaction-progress";
import { SummaryNote } from "../features/compaction/summary-note";
import { Composer } from "../features/composer/composer";
import { followLabels } from "../features/labels/label-state";
import { LabelLayer } from "../features/labels/late-label-layer";
import { MessageLabels } from "../features/labels/message-labels";
import { ModelNote } from "../features/models/model-note";
import { ModelSelect } from "../features/models/model-select";
import { ThinkingSelect } from "../features/models/thinking-select";
import { FolderChoice, FolderMenu } from "../features/permissions/folder-slots";
import { FirstRun } from "../features/providers/first-run";
import { WaitingMessages } from "../features/queue/waiting-messages";
import { HiddenNote } from "../features/rewind/hidden-note";
import { RetryWith } from "../features/rewind/retry-with";
import { RewindEditor } from "../features/rewind/rewind-editor";
import { TitleEditor } from "../features/sessions/title-editor";
import { BeginningNote } from "../features/side-panel/beginning-note";
import { SidecarsButton } from "../features/side-panel/sidecar/sidecars-button";
import { Todos } from "../features/todos/todos";
import { ContextMeter } from "../features/usage/context-meter";
import { NearlyFull } from "../features/usage/nearly-full";
import { registerCommands } from "../platform/commands/registry";
import { answerRequests } from "../thread/requests";
import type { Slots } from "../thread/slots";
import { Status } from "../thread/status/status";
import { answers } from "./answers";
import { laterCommands } from "./commands/later-table";
import { FirstHiddenNote } from "./first-hidden-note";
import { LargeButton } from "./frame/large-button";
import { SidebarButton } from "./frame/sidebar-button";

export { BranchedFrom } from "../features/branches/branched-from";
export { DoneNotice } from "../features/notices/done-notice";
export { Notices } from "../features/notices/notices";
export { SessionPicker } from "../features/sessions/session-picker";
export { RecoveryNotice } from "../features/storage/recovery-notice";
export { TooltipLayer } from "../ui/tooltip";
export { Dialogs } from "./dialogs";
export { Conversation };

registerCommands(laterCommands);
answerRequests(answers);
followLabels();

export const slots: Slots = {
  SidebarButton,
  LargeButton,
  TitleEditor,
  Status,
  ContextMeter,
  SidecarsButton,
  FolderMenu,
  Todos,
  BackgroundRuns,
  WaitingMessages,
  NearlyFull,
  Attachments,
  AttachButton,
  ModelNote,
  ModelSelect,
  ThinkingSelect,
  AgentSelect,
  AgentNote,
  FolderChoice,
  Conversation,
  Composer,
  AnswerAnnouncer,
  BeginningNote,
  FirstHiddenNote,
  HiddenNote,
  SummaryNote,
  CompactionProgress,
  AnswerText,
  MessageLabels,
  LabelLayer,
  ForkNote,
  FirstRun,
  RewindEditor,
  RetryWith,
};
