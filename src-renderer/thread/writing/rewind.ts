/** Rewinds from the window (RW-1, RW-2): opens an editor on a message, resends or cancels it, and tries answers again. */

import { type AttachmentRef, attachmentsOf } from "../../../src-preload/contract/domain/attachments";
import type { Draft } from "../../../src-preload/contract/domain/drafts";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { say } from "../../platform/announce";
import { CallError, call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { unchanged } from "../../platform/latest";
import { clearErrors, showError } from "../../platform/notices";
import { once } from "../../platform/once";
import { doing } from "../actions";
import { isAlone } from "../parts";
import { ask } from "../requests";
import { holdsFocus, isFocusLost } from "../surface";
import { Thread } from "../thread";
import { articleOf } from "../view/built-rows";
import { isFree } from "../view/session-view";
import { takenAlong } from "./along";
import { storeDraft } from "./draft-retry";
import { MOST_IN_BOX } from "./large-text";
import { Editing, rewindState } from "./rewind-state";
import { dropSummary, editorOfGone, editSummary } from "./summary-editor";

/** The words of a message, to the byte, so that an unchanged text is recognised. */
export const wordsOf = ({ parts }: Pick<StoredMessage, "parts">): string =>
  // biome-ignore lint/plugin/one-part-registry: the words of a user, to the byte, whatever a kind shows of them.
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");

export const canBeEdited = (message: StoredMessage): boolean =>
  message.role === "user" &&
  !message.unreadable &&
  (wordsOf(message) !== "" || attachmentsOf(message).length > 0);

/** The user's last message, if it can be edited now. */
export function lastQuestion(thread: Thread): StoredMessage | undefined {
  const state = thread.view.getState();
  if (!isFree(state)) return undefined;
  const last = state.cells.findLast(({ get }) => get().message.role === "user")?.get().message;
  return last !== undefined && canBeEdited(last) ? last : undefined;
}

/** The draft of an editor that was left. */
interface EditedMessage extends Draft {
  message_id: MessageId;
}

/** The editors whose resend is under way. With their session they come back as they are. */
const resending = new Map<MessageId, Editing>();

interface Opening {
  from: Editing["edited"]["from"];
  kept?: EditedMessage;
}

/** Opens the editor on a message. A changed editor elsewhere in the thread stays instead, so that no text is lost. */
export function edit(thread: Thread, message: StoredMessage, { from, kept }: Opening): void {
  const { editing } = rewindState(thread).getState();
  const open = editing?.edited;
  if (editing !== undefined && (open?.message_id === message.id || editing.isChanged)) {
    if (open?.message_id !== message.id) say(t("rewind:another-open"));
    // An editor in a beginning that is folded away takes the focus when it is shown.
    if (editing.draft.box?.isConnected) editing.draft.box.focus();
    else {
      if (from !== "draft") editing.askForFocus();
      thread.shown.foldAway(undefined);
    }
    return;
  }
  editing?.draft.discard();
  const sent = resending.get(message.id);
  if (sent !== undefined) return bringBack(thread, sent, from);
  const said = wordsOf(message);
  const text = kept?.text ?? said;
  const files = attachmentsOf(message);
  const isLong = text.length > MOST_IN_BOX;
  const begins = isLong ? "" : text;
  const { id: message_id, session_id } = message;
  const opened = new Editing(thread, { session_id, message_id, said, files, begins, from });
  // A draft without files had them removed.
  opened.place.files.put(kept === undefined ? files : (kept.attachments ?? []));
  opened.place.model.pick(kept?.model ?? message.metadata.model);
  if (isLong) opened.place.large.hold(text, "");
  rewindState(thread).setState({ editing: opened, choosing: undefined });
}

function bringBack(thread: Thread, editing: Editing, from: Opening["from"]): void {
  if (editing.thread !== thread) return;
  if (from !== "draft") editing.askForFocus();
  editing.draft.goOn();
  rewindState(thread).setState({ editing, choosing: undefined });
}

/** Takes the editor or the choice off the page. The editor's draft is kept. */
export function leave(thread: Thread): void {
  const { editing } = rewindState(thread).getState();
  editing?.draft.end();
  editing?.place.files.forgetComing();
  rewindState(thread).setState({ editing: undefined, choosing: undefined });
}

/** Gives the focus to a message. */
const focusMessage = (thread: Thread, message_id: MessageId): void =>
  articleOf(thread, message_id)?.focus({ preventScroll: true });

/**
 * RW-1: restores everything, the focus too. Does nothing once the core has the text, which cannot be called back. While what is left is
 * being summed up (RW-8), it stops that, and the editor stays.
 */
export function cancel({ thread, home, draft, edited }: Editing): void {
  const { leaving } = rewindState(home).getState();
  if (leaving) doing(() => call("compaction.cancel", { session_id: edited.session_id }));
  if (draft.isSending) return;
  draft.discard();
  leave(thread);
  if (edited.from === "composer") thread.focusComposer();
  else focusMessage(thread, edited.message_id);
}

/** RW-2, RW-8. Never rejects: the editor tells a failure. A summary that its user cancelled is none. */
export async function resend(editing: Editing): Promise<void> {
  const { thread, home, draft } = editing;
  const { session_id, message_id } = editing.edited;
  const { adding } = editing.place.files.store.getState();
  if (editing.isBlank || adding.length > 0 || editing.text.length > LONGEST_TEXT) return;
  const along = takenAlong(editing.along.getState());
  const isLeaving = along.take_along !== undefined;
  if (draft.isSending) return;
  resending.set(message_id, editing);
  try {
    const isOpen = await draft.send((said) => {
      if (isLeaving) rewindState(home).setState({ leaving: true });
      return call("timeline.rewind", { session_id, message_id, ...said, ...along, draft: draft.place });
    });
    if (isOpen) leave(thread);
    // The turns of a summary leave the panel, and the editor with them, as soon as they are back.
    else if (home === thread || home.view.getState().session_id !== session_id) return;
  } catch (error) {
    if (isLeaving && error instanceof CallError && error.code === "RUN_ABORTED")
      say(t("rewind:take-along.cancelled"));
    else draft.fail(error);
    rescueGone(thread);
    return;
  } finally {
    resending.delete(message_id);
    if (isLeaving) rewindState(home).setState({ leaving: false });
  }
  home.shown.noteSent();
}

/**
 * Moves the text of an editor into the composer when its message has left the timeline (another window rewound past it). A message of the
 * folded beginning has not: its editor comes back with it.
 */
export function rescueGone(thread: Thread): void {
  rescueSummary(thread);
  const { editing } = rewindState(thread).getState();
  const { session_id, view, cells, floor = "" } = thread.view.getState();
  if (editing === undefined || editing.draft.isSending || view === undefined) return;
  const { message_id, said } = editing.edited;
  if (
    message_id <= floor ||
    editing.edited.session_id !== session_id ||
    cells.some(({ id }) => id === message_id)
  )
    return;
  const { text } = editing;
  if (editing.isChanged) intoComposer(thread, text === said ? "" : text, editing.place.files.list);
  // Saves the composer's draft before the editor's is deleted.
  thread.flush();
  editing.draft.discard();
  leave(thread);
}

function rescueSummary(thread: Thread): void {
  const editing = editorOfGone(thread);
  if (editing === undefined) return;
  if (editing.text !== editing.said) intoComposer(thread, editing.text);
  thread.flush();
  dropSummary(editing);
}

function intoComposer(thread: Thread, text: string, files: readonly AttachmentRef[] = []): void {
  if (text !== "") thread.insert(text, "end");
  thread.files.put(files);
  showError({ code: "MESSAGE_NOT_FOUND", message: t("rewind:gone.message"), hint: t("rewind:gone.hint") });
}

/** Opens the editor with a draft that was left, by a crash or for another session. @throws CallError */
export async function reopen(thread: Thread, kept: EditedMessage): Promise<void> {
  const { session_id, timeline } = thread.view.getState();
  if (timeline !== undefined) return await reopenInTurns(thread, kept);
  if (!session_id) return;
  const isShown = unchanged(() => thread.view.getState().session_id);
  await thread.shown.loadBackTo(kept.message_id);
  if (!isShown() || rewindState(thread).getState().editing !== undefined) return;
  const cell = thread.view.getState().cells.find(({ id }) => id === kept.message_id);
  if (cell !== undefined) await thread.shown.fetch([cell]);
  if (!isShown()) return;
  const message = cell?.get().message;
  if (message !== undefined && isAlone(message)) return editSummary(thread, message, kept.text);
  if (message !== undefined) return edit(thread, message, { from: "draft", kept });
  if (resending.has(kept.message_id)) return;
  // Behind a summary, the editor opens with the turns of that (RW-4).
  if (await ask().showBehindSummary(thread, kept.message_id)) return;
  if (!isShown()) return;
  intoComposer(thread, kept.text, kept.attachments);
  thread.flush();
  await storeDraft({ place: { kind: "message", session_id, id: kept.message_id }, text: "" });
}

/** Opens the editor among the turns of a summary, if its message is one of them. @throws CallError */
async function reopenInTurns(thread: Thread, kept: EditedMessage): Promise<void> {
  const isShown = unchanged(() => thread.view.getState().timeline);
  for (;;) {
    const { cells, more } = thread.view.getState();
    const [first] = cells;
    if (first === undefined || first.id <= kept.message_id || !more) break;
    await thread.shown.loadEarlier();
    if (!isShown() || thread.view.getState().cells === cells) return;
  }
  const found = thread.view.getState().cells.find(({ id }) => id === kept.message_id);
  const message = found?.get().message;
  if (message === undefined || rewindState(thread).getState().editing !== undefined) return;
  if (canBeEdited(message)) edit(thread, message, { from: "draft", kept });
}

/** The editor of a message whose summary was taken back goes on in the thread that has the message again. */
export function moveHome(editing: Editing): void {
  const { home, draft, edited, text, place } = editing;
  if (draft.isSending) return;
  const { session_id, message_id } = edited;
  if (!editing.isChanged) return void doing(() => storeDraft({ place: draft.place, text: "" }));
  if (home.view.getState().session_id !== session_id) return;
  const { picked } = place.model;
  const attachments = place.files.list;
  doing(() =>
    reopen(home, { message_id, text, attachments, ...(picked === undefined ? {} : { model: picked }) }),
  );
}

/** RW-2: answers anew, by another model where one is given. The focus goes to the composer. */
export function tryAgain(thread: Thread, message_id: MessageId, model?: ModelRef): void {
  const { session_id } = thread.view.getState();
  if (!session_id) return;
  thread.focusComposer();
  const retry = async () => {
    const isShown = unchanged(() => thread.view.getState().session_id);
    clearErrors();
    await call("timeline.retry", { session_id, message_id, ...(model === undefined ? {} : { model }) });
    if (isShown()) thread.shown.noteSent();
  };
  doing(() => once(`retry ${message_id}`, retry));
}

/** Opens the list of models at an answer; the chosen model answers anew. */
export function chooseForRetry(thread: Thread, { id, metadata }: StoredMessage): void {
  const place = new Thread(thread.name, thread.shown);
  place.model.pick(metadata.model);
  rewindState(thread).setState({ choosing: { message_id: id, place } });
}

/** Ends the choice of a model without one. */
export function leaveChoice(thread: Thread, message_id: MessageId): void {
  rewindState(thread).setState({ choosing: undefined });
  requestAnimationFrame(() => {
    // The list may have given the focus to the first button of the message.
    if (holdsFocus(articleOf(thread, message_id)) || isFocusLost()) focusMessage(thread, message_id);
  });
}
