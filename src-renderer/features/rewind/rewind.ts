/** Going back, from the window (RW-1, RW-2): an editor is opened on a message, resent or cancelled; an answer is tried again. */
import type { MessageId } from "../../../src-preload/contract/ids";
import { LONGEST_TEXT } from "../../../src-preload/contract/limits";
import type { EditedMessage, ModelRef, StoredMessage } from "../../../src-preload/contract/types";
import { call } from "../../bridge";
import { t } from "../../language/language";
import { doing } from "../../state/actions";
import { say } from "../../state/announce";
import { clearErrors, reportError, showError } from "../../state/app";
import { leftAfter, type SaveDraft } from "../../state/draft-keeper";
import { MOST_IN_BOX } from "../../state/held-text";
import { elementOfPane, Pane } from "../../state/pane";
import { Editing, rewindingOf } from "../../state/rewinding";
import { isFree } from "../../state/session-view";

/** What was said, to the byte: text that is unchanged has to be the same. */
export const wordsOf = ({ parts }: Pick<StoredMessage, "parts">): string =>
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");

export const canBeEdited = (message: StoredMessage): boolean =>
  message.role === "user" && !message.unreadable && wordsOf(message) !== "";

/** The last of its user's messages that can be edited now. */
export function lastQuestion(pane: Pane): StoredMessage | undefined {
  const state = pane.view.getState();
  if (!isFree(state)) return undefined;
  const last = state.cells.findLast(({ get }) => get().message.role === "user")?.get().message;
  return last !== undefined && canBeEdited(last) ? last : undefined;
}

function saver(message_id: MessageId): SaveDraft {
  return (session_id, { text, model }) => {
    if (session_id === null) return;
    const edited = { session_id, message_id, text, ...(model === undefined ? {} : { model }) };
    call("draft.save_edited", edited).catch(reportError);
  };
}

interface Opening {
  from: Editing["from"];
  /** What stood in it when it was left. */
  kept?: EditedMessage;
}

/** Opens the editor on a message. One that is open elsewhere in the pane and has been written in stays: nothing typed is lost. */
export function edit(pane: Pane, message: StoredMessage, { from, kept }: Opening): void {
  const { editing } = rewindingOf(pane).getState();
  if (editing !== undefined && (editing.message_id === message.id || editing.text !== editing.said)) {
    if (editing.message_id !== message.id) say(t("rewind:another-open"));
    editing.box?.focus();
    return;
  }
  const said = wordsOf(message);
  const text = kept?.text ?? said;
  const isLong = text.length > MOST_IN_BOX;
  const place = new Pane(pane.name, pane.shown, saver(message.id));
  place.model.pick(kept?.model ?? message.metadata.model);
  if (isLong) place.held.hold(text, "");
  const opened = new Editing(message.id, message.session_id, place, said, isLong ? "" : text, from);
  opened.kept = kept !== undefined;
  rewindingOf(pane).setState({ editing: opened, choosing: undefined });
}

const close = (pane: Pane): void => rewindingOf(pane).setState({ editing: undefined });

/** Nothing of it is kept any more. */
function discard({ place, session_id, kept, message_id }: Editing): void {
  place.drafts.forget();
  if (kept) saver(message_id)(session_id, { text: "" });
}

const articleOf = (pane: Pane, message_id: MessageId): HTMLElement | null | undefined =>
  elementOfPane(pane)?.querySelector<HTMLElement>(`article[data-message-id="${CSS.escape(message_id)}"]`);

/** RW-1: all is as it was, the focus too. */
export function cancel(pane: Pane, editing: Editing): void {
  discard(editing);
  close(pane);
  if (editing.from === "composer") pane.focusComposer();
  else articleOf(pane, editing.message_id)?.focus({ preventScroll: true });
}

/** The pane turns to something else: what stands in the editor is kept, and there again when it comes back. */
export function leave(pane: Pane): void {
  const { editing } = rewindingOf(pane).getState();
  editing?.place.drafts.flush();
  rewindingOf(pane).setState({ editing: undefined, choosing: undefined });
}

/** RW-2. The editor stays as it is until the core has stored what is in it. @throws CallError */
export async function resend(pane: Pane, editing: Editing): Promise<void> {
  const { place, session_id, message_id, text } = editing;
  if (editing.sending || text.trim() === "" || text.length > LONGEST_TEXT) return;
  clearErrors();
  place.drafts.flush();
  editing.sending = true;
  try {
    const { picked } = place.model;
    const model = picked === undefined ? {} : { model: picked };
    await call("timeline.rewind", { session_id, message_id, text, ...model });
  } catch (error) {
    editing.sending = false;
    rescueGone(pane);
    throw error;
  }
  // What is kept of it has gone with the message that was stored; what was typed on is for the next one.
  place.drafts.forget();
  if (rewindingOf(pane).getState().editing !== editing) return;
  close(pane);
  const left = leftAfter(text, editing.text);
  if (left !== "") pane.addToComposer(left);
  pane.shown.noteSent();
  pane.focusComposer();
}

/** Where the message has left the timeline meanwhile (another window went back before it), what was typed goes into the composer. */
export function rescueGone(pane: Pane): void {
  const { editing } = rewindingOf(pane).getState();
  const { session_id, view, cells } = pane.view.getState();
  if (editing === undefined || editing.sending || editing.session_id !== session_id || view === undefined)
    return;
  if (cells.some(({ id }) => id === editing.message_id)) return;
  const { text, said } = editing;
  const hadFocus = editing.box === document.activeElement;
  close(pane);
  if (text !== said) intoComposer(pane, text);
  discard(editing);
  if (hadFocus) pane.focusComposer();
}

function intoComposer(pane: Pane, text: string): void {
  pane.addToComposer(text);
  showError({ code: "MESSAGE_NOT_FOUND", message: t("rewind:gone.message"), hint: t("rewind:gone.hint") });
}

/** What a crash, or the way to another session, has left in the editor is there again. @throws CallError */
export async function reopen(pane: Pane, kept: EditedMessage): Promise<void> {
  const { session_id } = pane.view.getState();
  if (!session_id) return;
  await pane.shown.loadBackTo(kept.message_id);
  const { session_id: now, cells } = pane.view.getState();
  if (now !== session_id || rewindingOf(pane).getState().editing !== undefined) return;
  const message = cells.find(({ id }) => id === kept.message_id)?.get().message;
  if (message !== undefined) return edit(pane, message, { from: "draft", kept });
  intoComposer(pane, kept.text);
  saver(kept.message_id)(session_id, { text: "" });
}

/** RW-2: answered anew, by another model where one is given. */
export function tryAgain(pane: Pane, message_id: MessageId, model?: ModelRef): void {
  doing(async () => {
    const { session_id } = pane.view.getState();
    if (!session_id) return;
    clearErrors();
    await call("timeline.retry", { session_id, message_id, ...(model === undefined ? {} : { model }) });
    if (pane.view.getState().session_id !== session_id) return;
    pane.shown.noteSent();
    pane.focusComposer();
  });
}

/** Opens the list of models at an answer; the one that is chosen tries again. */
export function chooseForRetry(pane: Pane, { id, metadata }: StoredMessage): void {
  const place = new Pane(pane.name, pane.shown, () => undefined);
  place.model.pick(metadata.model);
  rewindingOf(pane).setState({ choosing: { message_id: id, place } });
}

/** Nothing was chosen. */
export function leaveChoice(pane: Pane, message_id: MessageId): void {
  rewindingOf(pane).setState({ choosing: undefined });
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) articleOf(pane, message_id)?.focus({ preventScroll: true });
  });
}
