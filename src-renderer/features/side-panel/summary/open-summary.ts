/** Opens a summary and its turns beside the main thread (CP-7), and follows the summary that the main thread shows. */

import { createStore } from "zustand/vanilla";
import { compactionOf } from "../../../../src-preload/contract/domain/compaction";
import type { MessageId, SessionId } from "../../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../../src-preload/contract/domain/messages";
import type { HiddenIn } from "../../../../src-preload/contract/domain/timeline";
import { call, toErrorInfo } from "../../../platform/bridge";
import { unchanged } from "../../../platform/latest";
import { showSession } from "../../../thread/actions";
import { comparedThread, mainThread, sideThread, type Thread } from "../../../thread/thread";
import type { SessionViewState } from "../../../thread/view/session-view";
import { moveHome } from "../../../thread/writing/rewind";
import { rewindState } from "../../../thread/writing/rewind-state";
import { leavePanel, openInPanel, sidePanel, tell } from "../panel";
import { readIn, type SummaryItem, sidecarIn } from "../panel-state";

interface ReadSummary {
  /** The message of the summary that is read, or was read last. */
  message: StoredMessage | undefined;
  /** The element that has the summary. */
  box: HTMLElement | null;
}

export const readSummary = createStore<ReadSummary>(() => ({ message: undefined, box: null }));

function itemOf(message: StoredMessage): SummaryItem | undefined {
  const data = compactionOf(message);
  if (data === undefined) return undefined;
  const { session_id, id: message_id } = message;
  const earlier = message.hidden_at === undefined ? {} : { earlier: true as const };
  return { kind: "summary", session_id, message_id, tail_start_id: data.tail_start_id, ...earlier };
}

/** Returns false beside a sidecar, where the panel is taken. An earlier summary among summarised turns takes the place of the later one. */
export function openSummary(thread: Thread, message: StoredMessage): boolean {
  const item = itemOf(message);
  const isTaken = thread === sideThread && sidecarIn(sidePanel.getState()) !== undefined;
  if (item === undefined || isTaken || thread === comparedThread) return false;
  // The session in the panel becomes the main thread, because there is one place for what is read beside it.
  if (thread === sideThread && thread.view.getState().timeline === undefined) showSession(item.session_id);
  readSummary.setState({ message });
  openInPanel(item);
  readSummary.getState().box?.focus({ preventScroll: true });
  return true;
}

/** The turns of the summary that is read. */
export function turnsRead(): number {
  const { message } = readSummary.getState();
  return (message && compactionOf(message)?.turns) ?? 0;
}

/** Shows the turns of a summary beside the main thread, in the place of whatever is there. Returns false for any other message. */
export function openTurnsOf(summary: StoredMessage): boolean {
  const item = itemOf(summary);
  if (item === undefined) return false;
  readSummary.setState({ message: summary });
  openInPanel(item);
  return true;
}

/** Returns the turns in which a message is hidden now; null where no message has this id. @throws CallError */
export async function hiddenIn(
  session_id: SessionId,
  message_id: MessageId,
): Promise<HiddenIn | undefined | null> {
  try {
    return (await call("timeline.place", { session_id, message_id })).hidden;
  } catch (error) {
    if (toErrorInfo(error).code === "MESSAGE_NOT_FOUND") return null;
    throw error;
  }
}

/** Shows the turns of the summary that stands for a message, if the panel is free (QU-2): nobody has asked for it now. @throws CallError */
export async function showBehindSummary(thread: Thread, message_id: MessageId): Promise<boolean> {
  const { session_id } = thread.view.getState();
  if (!session_id) return false;
  const isShown = unchanged(() => thread.view.getState().session_id);
  const hidden = await hiddenIn(session_id, message_id);
  const item = hidden?.is === "summarised" ? itemOf(hidden.summary) : undefined;
  if (hidden?.is !== "summarised" || item === undefined) return false;
  const { stack } = sidePanel.getState();
  if (!isShown() || thread !== mainThread || stack.length > 0) return true;
  readSummary.setState({ message: hidden.summary });
  tell({ type: "open", item });
  leavePanel();
  return true;
}

/** The summary that stands first in a thread; undefined for none, null while that is not known. */
function summaryOf({ view, more, floor, cells }: SessionViewState): StoredMessage | undefined | null {
  const first = cells[0]?.get().message;
  if (view === undefined || more || floor !== undefined || first?.away) return null;
  return first !== undefined && compactionOf(first) !== undefined ? first : undefined;
}

/** Tells the panel which summary the main thread shows now. */
export function takeShownSummary(state: SessionViewState): void {
  const { session_id } = state;
  const summary = summaryOf(state);
  if (!session_id || summary === null) return;
  const item = summary && itemOf(summary);
  const read = readIn(sidePanel.getState());
  if (read?.kind === "summary" && summary && !read.earlier && read.tail_start_id === item?.tail_start_id)
    readSummary.setState({ message: summary });
  const shown = item && { message_id: item.message_id, tail_start_id: item.tail_start_id };
  const { editing } = rewindState(sideThread).getState();
  tell({ type: "summary", session_id, shown });
  if (read?.kind === "summary" && readIn(sidePanel.getState()) === undefined && editing?.home === mainThread)
    moveHome(editing);
}
