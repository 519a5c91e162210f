/** Going back, from the window (RW-1, RW-2): an editor is opened on a message, resent or cancelled; an answer is tried again. */
import type { MessageId } from "../../../src-preload/contract/ids";
import { LONGEST_TEXT } from "../../../src-preload/contract/limits";
import type { EditedMessage, ModelRef, StoredMessage } from "../../../src-preload/contract/types";
import { call } from "../../bridge";
import { t } from "../../language/language";
import { doing } from "../../state/actions";
import { say } from "../../state/announce";
import { clearErrors, showError } from "../../state/app";
import { articleOf } from "../../state/built-rows";
import { MOST_IN_BOX } from "../../state/held-text";
import { once } from "../../state/once";
import { Pane } from "../../state/pane";
import { Editing, rewindingOf } from "../../state/rewinding";
import { isFree } from "../../state/session-view";
import { storeDraft } from "../../state/unstored";
import { dropNextEnter, holdKeysFor } from "../../ui/held-keys";
import { stay } from "../../ui/whereabouts";

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
  editing?.discard();
  const said = wordsOf(message);
  const text = kept?.text ?? said;
  const isLong = text.length > MOST_IN_BOX;
  const begins = isLong ? "" : text;
  const { id: message_id, session_id } = message;
  const opened = new Editing(pane, {
    session_id,
    message_id,
    said,
    begins,
    from,
    isKept: kept !== undefined,
  });
  opened.place.model.pick(kept?.model ?? message.metadata.model);
  if (isLong) opened.place.held.hold(text, "");
  rewindingOf(pane).setState({ editing: opened, choosing: undefined });
}

const close = (pane: Pane): void => rewindingOf(pane).setState({ editing: undefined });

/** Its reader is there. */
const focusMessage = (pane: Pane, message_id: MessageId): void =>
  articleOf(pane, message_id)?.focus({ preventScroll: true });

/** RW-1: all is as it was, the focus too. What is in the core's hands cannot be called back. */
export function cancel(editing: Editing): void {
  const { pane } = editing;
  if (editing.isSent) return;
  editing.discard();
  close(pane);
  if (editing.from === "composer") pane.focusComposer();
  else focusMessage(pane, editing.message_id);
}

/** The pane turns to something else. */
export const leave = (pane: Pane): void =>
  rewindingOf(pane).setState({ editing: undefined, choosing: undefined });

/** RW-2. Never rejects: what fails is told in the editor. */
export async function resend(editing: Editing): Promise<void> {
  const { pane, session_id, message_id } = editing;
  if (editing.isSent || editing.isBlank || editing.text.length > LONGEST_TEXT) return;
  const { picked } = editing.place.model;
  const model = picked === undefined ? {} : { model: picked };
  const isHere = stay();
  try {
    const rewind = (text: string) => call("timeline.rewind", { session_id, message_id, text, ...model });
    if (!(await editing.send(rewind))) return;
  } catch (error) {
    editing.fail(error);
    rescueGone(pane);
    return;
  }
  close(pane);
  editing.done();
  pane.shown.noteSent();
  if (isHere()) pane.focusComposer();
}

/** The message has left the timeline before the core's answer is here: whoever types on does it where it would be in a moment. */
export function giveWay(editing: Editing): void {
  const { pane, session_id, box } = editing;
  if (!editing.isSent || pane.view.getState().session_id !== session_id) return;
  const hadFocus = box === document.activeElement;
  editing.passOn();
  if (hadFocus) pane.focusComposer();
}

/** Where the message has left the timeline meanwhile (another window went back before it), what was typed goes into the composer. */
export function rescueGone(pane: Pane): void {
  const { editing } = rewindingOf(pane).getState();
  const { session_id, view, cells } = pane.view.getState();
  if (editing === undefined || editing.isSent || editing.session_id !== session_id || view === undefined)
    return;
  if (cells.some(({ id }) => id === editing.message_id)) return;
  const { text, said } = editing;
  const hadFocus = editing.box === document.activeElement;
  close(pane);
  if (text !== said) intoComposer(pane, text);
  pane.drafts.flush();
  editing.discard();
  if (!hadFocus) return;
  pane.focusComposer();
  // It would send there what was meant for here.
  dropNextEnter();
}

function intoComposer(pane: Pane, text: string): void {
  pane.insert(text, "end");
  showError({ code: "MESSAGE_NOT_FOUND", message: t("rewind:gone.message"), hint: t("rewind:gone.hint") });
}

/** What a crash, or the way to another session, has left in the editor is there again. @throws CallError */
export async function reopen(pane: Pane, kept: EditedMessage): Promise<void> {
  const { session_id } = pane.view.getState();
  if (!session_id) return;
  await pane.shown.loadBackTo(kept.message_id);
  const { session_id: now, cells } = pane.view.getState();
  if (now !== session_id || rewindingOf(pane).getState().editing !== undefined) return;
  const cell = cells.find(({ id }) => id === kept.message_id);
  if (cell !== undefined) await pane.shown.fetch([cell]);
  if (pane.view.getState().session_id !== session_id) return;
  const message = cell?.get().message;
  if (message !== undefined) return edit(pane, message, { from: "draft", kept });
  intoComposer(pane, kept.text);
  // Kept there before it is not kept here.
  pane.drafts.flush();
  await storeDraft("draft.save_edited", { session_id, message_id: kept.message_id, text: "" });
}

/** RW-2: answered anew, by another model where one is given. */
export function tryAgain(pane: Pane, message_id: MessageId, model?: ModelRef): void {
  const { session_id } = pane.view.getState();
  if (!session_id) return;
  const retry = async (isHere: () => boolean) => {
    clearErrors();
    await call("timeline.retry", { session_id, message_id, ...(model === undefined ? {} : { model }) });
    if (pane.view.getState().session_id !== session_id) return;
    pane.shown.noteSent();
    if (isHere()) pane.focusComposer();
  };
  doing(() => once(`retry ${message_id}`, () => holdKeysFor({ into: pane.composer }, retry)));
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
    const { activeElement } = document;
    // The list gives it to the first button of the message.
    const isThere = articleOf(pane, message_id)?.contains(activeElement) === true;
    if (isThere || activeElement === document.body) focusMessage(pane, message_id);
  });
}
