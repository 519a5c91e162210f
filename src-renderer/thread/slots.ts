/**
 * Places that one feature leaves for another's components. `app/rest.tsx` fills all of them at once, when the rest of the window has
 * loaded; until then they are empty. The first frame holds the composer, and waits for nothing else.
 */

import { type ComponentType, createContext, type RefObject, useContext } from "react";
import type { Fork } from "../../src-preload/contract/domain/branches";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import type { SessionSummary } from "../../src-preload/contract/domain/sessions";
import type { HiddenTurns } from "../../src-preload/contract/domain/timeline";
import type { MessageCell } from "./view/message-cell";
import type { HeldFiles } from "./writing/held-files";
import type { ChoosingModel, Editing } from "./writing/rewind-state";

export interface HiddenNoteProps {
  timelines: readonly HiddenTurns[];
  /** The message after which they part; `BEGINNING` before the first. */
  after: string;
}

export interface SummaryNoteProps {
  /** The message of a summary, with its words. */
  cell: MessageCell;
}

export interface CompactionProgressProps {
  /** Stands in the editor whose rewind takes a summary along (RW-8), while that is written. */
  inEditor?: boolean;
}

export interface AttachmentsProps {
  files: HeldFiles;
  /** Without the note on what the chosen model cannot read. */
  plain?: boolean;
}

export interface Slots {
  // In the session bar.
  SidebarButton: ComponentType<{ in: "sidebar" | "bar" }>;
  LargeButton: ComponentType;
  TitleEditor: ComponentType<{ session: SessionSummary; onDone: (byKey: boolean) => void }>;
  Status: ComponentType;
  ContextMeter: ComponentType;
  SidecarsButton: ComponentType;
  FolderMenu: ComponentType<{ folder: string }>;
  // Around a composer.
  /** Draws nothing while the conversation has no list of things to do. */
  Todos: ComponentType;
  /** Draws nothing while no command runs in the background. */
  BackgroundRuns: ComponentType;
  WaitingMessages: ComponentType;
  /** Draws nothing while the window has room, or is made room in by itself. */
  NearlyFull: ComponentType;
  /** The files of a message that is being written; draws nothing where there are none. */
  Attachments: ComponentType<AttachmentsProps>;
  AttachButton: ComponentType<Pick<AttachmentsProps, "files">>;
  ModelNote: ComponentType;
  ModelSelect: ComponentType;
  ThinkingSelect: ComponentType;
  /** Draws nothing where there is one agent to choose. */
  AgentSelect: ComponentType;
  /** Draws nothing while the agent of the session is there. */
  AgentNote: ComponentType;
  /** Draws nothing for a session that exists. */
  FolderChoice: ComponentType;
  // In the side panel.
  Conversation: ComponentType;
  Composer: ComponentType;
  /** `where`: the name of its thread, for screen readers. */
  AnswerAnnouncer: ComponentType<{ where?: string }>;
  // In the conversation.
  /** Before the first message: the messages that its reader knows already. */
  BeginningNote: ComponentType<{ scroller: RefObject<HTMLElement | null> }>;
  /** Turns that are hidden before the first message, except those that the side panel shows. */
  FirstHiddenNote: ComponentType<HiddenNoteProps>;
  HiddenNote: ComponentType<HiddenNoteProps>;
  /** Stands for the turns of a summary, in place of its message (CP-7). */
  SummaryNote: ComponentType<SummaryNoteProps>;
  /** Draws nothing while no turns are being summarised. */
  CompactionProgress: ComponentType<CompactionProgressProps>;
  /** A model's words as Markdown. Nothing in them is run or fetched. */
  AnswerText: ComponentType<{ text: string; streaming: boolean }>;
  /** Beside the time of a message; draws nothing for one without labels. */
  MessageLabels: ComponentType<{ message: StoredMessage }>;
  /** Beside the messages: names one, and marks where the named ones stand. */
  LabelLayer: ComponentType;
  ForkNote: ComponentType<{ forks: readonly Fork[] }>;
  /** A new user's page in place of an empty conversation; everybody else gets `children`. */
  FirstRun: ComponentType<{ children: React.ReactNode }>;
  RewindEditor: ComponentType<{ editing: Editing }>;
  RetryWith: ComponentType<{ choosing: ChoosingModel }>;
}

export const SlotsContext = createContext<Slots | undefined>(undefined);

/** Undefined until the rest of the window has loaded. */
export const useSlots = (): Slots | undefined => useContext(SlotsContext);
