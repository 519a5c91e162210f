/** Opens a summary and its turns beside the main thread (CP-7), and follows the summary that the main thread shows. */

import { createStore } from "zustand/vanilla";
import { compactionOf } from "../../../../src-preload/contract/domain/compaction";
import type { MessageId } from "../../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../../src-preload/contract/domain/messages";
import { call } from "../../../platform/bridge";
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
  return { kind: "summary", session_id, message_id, tail_start_id: data.tail_start_id };
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

/** Sorts behind an id, and before those of later messages. */
const justAfter = (id: MessageId): MessageId => `${id.slice(0, 18)}${"z".repeat(12)}` as MessageId;

/** The summary that stands first among the turns of a later one. @throws CallError */
async function earlierSummary({
  session_id,
  id: message_id,
}: StoredMessage): Promise<StoredMessage | undefined> {
  let before: MessageId | undefined;
  for (;;) {
    const page = { session_id, message_id, limit: 200, ...(before === undefined ? {} : { before }) };
    const { messages, more } = await call("compaction.turns", page);
    const [first] = messages;
    if (first === undefined || !more) return first;
    before = first.id;
  }
}

/** Returns the summary among whose turns a message is, from the one in force to the earliest. @throws CallError */
async function summaryBefore(
  summary: StoredMessage | undefined,
  message_id: MessageId,
): Promise<StoredMessage | undefined> {
  let at = summary;
  while (at !== undefined && compactionOf(at) !== undefined && message_id < at.id) {
    const turns = { session_id: at.session_id, message_id: at.id };
    const { messages } = await call("compaction.turns", {
      ...turns,
      before: justAfter(message_id),
      limit: 3,
    });
    if (messages.some(({ id }) => id === message_id)) return at;
    at = await earlierSummary(at);
  }
  return undefined;
}

/** Shows the turns of the summary that stands for a message, if the panel is free (QU-2): nobody has asked for it now. @throws CallError */
export async function showBehindSummary(thread: Thread, message_id: MessageId): Promise<boolean> {
  const first = thread.view.getState().cells[0]?.get().message;
  const isShown = unchanged(() => thread.view.getState().session_id);
  const summary = await summaryBefore(first, message_id);
  const item = summary && itemOf(summary);
  if (item === undefined) return false;
  const { stack } = sidePanel.getState();
  if (!isShown() || thread !== mainThread || stack.length > 0) return true;
  readSummary.setState({ message: summary });
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
  if (read?.kind === "summary" && summary && read.tail_start_id === item?.tail_start_id)
    readSummary.setState({ message: summary });
  const shown = item && { message_id: item.message_id, tail_start_id: item.tail_start_id };
  const { editing } = rewindState(sideThread).getState();
  tell({ type: "summary", session_id, shown });
  if (read?.kind === "summary" && readIn(sidePanel.getState()) === undefined && editing?.home === mainThread)
    moveHome(editing);
}
