/**
 * The editor of a summary (CP-7), and the form that has it written anew, one of each for a thread. The editor's text is a draft of the
 * summary's message (QU-2): it comes back with its session, also after a crash. The form's focus lives as long as the window.
 */

import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { Draft } from "../../../src-preload/contract/domain/drafts";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { say } from "../../platform/announce";
import { t } from "../../platform/language/language";
import { perThread } from "../per-thread";
import type { Thread } from "../thread";
import { DraftOf } from "./draft-of";

interface OfSummary {
  session_id: SessionId;
  /** The message of the summary. */
  message_id: MessageId;
}

/** An open editor. */
export class SummaryEditing {
  readonly draft: DraftOf;

  constructor(
    readonly thread: Thread,
    readonly of: OfSummary,
    /** The stored summary. */
    readonly said: string,
    /** The first text of the box. */
    readonly begins: string,
    /** True if a press has just opened it: it takes the focus. */
    readonly isAsked: boolean,
  ) {
    const { session_id, message_id: id } = of;
    this.draft = new DraftOf(thread, { kind: "message", session_id, id }, (): Draft => ({ text: this.text }));
  }

  get text(): string {
    return this.draft.box?.value ?? this.begins;
  }
}

/** The open form for another summary. */
export interface Again extends OfSummary {
  focus: string;
}

interface SummaryForms {
  editing: SummaryEditing | undefined;
  again: Again | undefined;
}

/** The state of each thread. */
export const summaryForms = perThread<SummaryForms>(() => ({ editing: undefined, again: undefined }));

/** Opens the editor. `kept`: the draft of an editor that was left. */
export function editSummary(thread: Thread, message: StoredMessage, kept?: string): void {
  const said = compactionOf(message)?.summary;
  const open = summaryForms(thread).getState().editing;
  if (open?.of.message_id === message.id) return open.draft.box?.focus();
  if (said === undefined) return;
  const { session_id, id: message_id } = message;
  const begins = kept ?? said;
  const editing = new SummaryEditing(thread, { session_id, message_id }, said, begins, kept === undefined);
  summaryForms(thread).setState({ editing, again: undefined });
}

/** Opens the form for another summary, with the focus of the present one. */
export function askAgain(thread: Thread, message: StoredMessage): void {
  const { editing } = summaryForms(thread).getState();
  if (editing !== undefined) {
    say(t("compaction:another-open"));
    return editing.draft.box?.focus();
  }
  const { session_id, id: message_id } = message;
  const focus = compactionOf(message)?.focus ?? "";
  summaryForms(thread).setState({ again: { session_id, message_id, focus } });
}

/** Takes the editor off the page; its draft is kept. */
export function leaveSummary(thread: Thread): void {
  summaryForms(thread).getState().editing?.draft.end();
  summaryForms(thread).setState({ editing: undefined });
}

/** Closes the editor and drops its text. Does nothing once the core has the text, which cannot be called back. */
export function dropSummary({ thread, draft }: SummaryEditing): void {
  if (draft.isSending) return;
  draft.discard();
  leaveSummary(thread);
}

/** Returns the editor if its summary has left the timeline. */
export function editorOfGone(thread: Thread): SummaryEditing | undefined {
  const { editing } = summaryForms(thread).getState();
  const { session_id, view, cells, more, floor = "" } = thread.view.getState();
  if (editing === undefined || editing.draft.isSending || view === undefined || more) return undefined;
  const { of } = editing;
  // The folded beginning is not gone.
  if (of.message_id <= floor) return undefined;
  return of.session_id !== session_id || cells.some(({ id }) => id === of.message_id) ? undefined : editing;
}
