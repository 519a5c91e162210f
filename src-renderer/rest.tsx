/** What stands in the panes, and over them: nobody can use it before the first frame, so its script is no part of what that frame waits for. */
import "./language/rest-words";

export { Dialogs } from "./dialogs";
export { BranchedFrom } from "./features/branches/branched-from";
export { Conversation } from "./features/chat/conversation";
export { ModelNote } from "./features/models/model-note";
export { ModelSelect } from "./features/models/model-select";
export { ThinkingSelect } from "./features/models/thinking-select";
export { DoneNotice } from "./features/notices/done-notice";
export { Notices } from "./features/notices/notices";
export { SidebarButton } from "./features/panes/sidebar-button";
export { WaitingMessages } from "./features/queue/waiting-messages";
export { SessionPicker } from "./features/sessions/session-picker";
export { TitleEditor } from "./features/sessions/title-editor";
export { AsidesButton } from "./features/sidecar/asides-button";
export { Status } from "./features/status/status";
export { RecoveryNotice } from "./features/storage/recovery-notice";
export { ContextMeter } from "./features/usage/context-meter";
export { TooltipLayer } from "./ui/tooltip";
