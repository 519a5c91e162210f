/** The user's actions on summaries (CP-2, CP-7). Each is a call to the core; the feed brings what comes of it. */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { clearErrors, reportError } from "../../platform/notices";
import { once } from "../../platform/once";
import { doing } from "../../thread/actions";
import type { Thread } from "../../thread/thread";
import { isTakenBackNext } from "../../thread/undo";
import { editorFor } from "../../thread/writing/rewind-state";
import {
  type Again,
  leaveSummary,
  type SummaryEditing,
  summaryForms,
} from "../../thread/writing/summary-editor";

/** The input of a call with an optional focus. */
const focused = (focus: string | undefined) => (focus?.trim() ? { focus: focus.trim() } : {});

/** CP-2: summarises the earlier turns of the thread. */
export function compact(thread: Thread, focus?: string): void {
  const { session_id } = thread.view.getState();
  if (!session_id) return;
  clearErrors();
  doing(() =>
    once(`compact ${session_id}`, () => call("compaction.start", { session_id, ...focused(focus) })),
  );
}

/** Stops the summary alone. A turn that waits for it goes on without it where it can. */
export function cancelCompaction(thread: Thread, inEditor: boolean): void {
  const { session_id } = thread.view.getState();
  if (!session_id) return;
  // The button vanishes with the focus.
  if (inEditor) editorFor(thread)?.draft.box?.focus();
  else thread.focusComposer();
  doing(() => once(`cancel ${session_id}`, () => call("compaction.cancel", { session_id })));
}

/** RW-8: takes a summary of turns that were left out of the conversation. The focus goes to the composer, as the note vanishes. */
export function takeOut(thread: Thread, session_id: SessionId, message_id: MessageId): void {
  thread.focusComposer();
  const work = async () => {
    clearErrors();
    await isTakenBackNext(() => call("timeline.take_out", { session_id, message_id }));
    say(t("compaction:taken-out"));
  };
  doing(() => once(`take out ${message_id}`, work));
}

/** Brings the summarised turns back. The focus goes to the composer, as the note vanishes. */
export function undoSummary(thread: Thread, session_id: SessionId, message_id: MessageId): void {
  thread.focusComposer();
  const undo = async () => {
    clearErrors();
    await isTakenBackNext(() => call("compaction.undo", { session_id, message_id }));
    say(t("compaction:undone"));
  };
  doing(() => once(`undo ${message_id}`, undo));
}

/** Puts the user's words in the summary's place. Never rejects: the editor tells a failure, and keeps the text. */
export async function saveSummary(editing: SummaryEditing): Promise<void> {
  const { thread, draft, of } = editing;
  try {
    const isOpen = await draft.send(({ text: summary }) =>
      isTakenBackNext(() => call("compaction.edit", { ...of, summary })),
    );
    if (!isOpen) return;
  } catch (error) {
    return draft.fail(error);
  }
  draft.discard();
  leaveSummary(thread);
  say(t("compaction:edited"));
}

/** Closes the form without another summary. */
export function closeAgain(thread: Thread): void {
  thread.focusComposer();
  summaryForms(thread).setState({ again: undefined });
}

/** Has the same turns summarised anew. The form stays if the core refuses. */
export async function summariseAgain(
  thread: Thread,
  { session_id, message_id, focus }: Again,
): Promise<void> {
  clearErrors();
  try {
    await once(`again ${message_id}`, () =>
      call("compaction.again", { session_id, message_id, ...focused(focus) }),
    );
    closeAgain(thread);
  } catch (error) {
    reportError(error);
  }
}
