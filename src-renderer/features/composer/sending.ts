/** From Enter to the stored message (QU-2). The composer is emptied only after the core has stored its text. */
import { type KeyboardEvent, useState } from "react";
import { flushSync } from "react-dom";
import type { Draft } from "../../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import { isMac } from "../../platform/commands/key-names";
import { reportError } from "../../platform/notices";
import { ready, send } from "../../thread/actions";
import { mainThread, type Thread, useThread, whenKnown } from "../../thread/thread";
import type { DraftOf } from "../../thread/writing/draft-of";
import { storeDraft } from "../../thread/writing/draft-retry";
import type { TextBox } from "../../thread/writing/use-large-text";
import { type CurrentDraft, composerDraft, putDraft, type SetText } from "./drafts";
import { withoutEscape } from "./slash";
import { slashNames } from "./slash-commands";

/** Returns true while a message is being stored, and the function that sends the text in the box. */
export function useSend(textBox: TextBox, draft: CurrentDraft, setText: SetText): [boolean, () => void] {
  const thread = useThread();
  const [sending, setSending] = useState(false);
  const submit = async () => {
    const box = textBox.current;
    if (box === null) return;
    // The pressed button is disabled while the message is stored, and would lose the focus.
    box.focus();
    if (!canSend(thread, box)) return;
    setSending(true);
    try {
      await whenPlaced(thread);
      // Users who leave a sidecar before it is made take its text along: then nothing is left to send.
      if (draft.current !== undefined && canSend(thread, box)) await store(thread, draft.current, setText);
    } catch (error) {
      reportError(error);
    } finally {
      setSending(false);
    }
  };
  return [sending, () => void submit()];
}

/** Returns true for a key that writes while the core stores a message. The box takes no keys then: the key belongs to the next message. */
export function writesNext(event: KeyboardEvent<HTMLTextAreaElement>, draft: DraftOf | undefined): boolean {
  const { key, ctrlKey, altKey, metaKey } = event;
  // On Windows, AltGr counts as Ctrl and Alt. On a Mac, Option writes.
  const isCommand = (ctrlKey || metaKey || (altKey && !isMac())) && !event.getModifierState("AltGraph");
  const isLetter = key.length === 1;
  if (!draft?.isSending || isCommand || !(isLetter || key === "Backspace")) return false;
  draft.next = isLetter ? draft.next + key : draft.next.slice(0, -1);
  return true;
}

function canSend({ large, files: held }: Thread, box: HTMLTextAreaElement): boolean {
  const text = large.whole(box.value);
  const { files, adding } = held.store.getState();
  const isEmpty = text.trim() === "" && files.length === 0;
  return !isEmpty && adding.length === 0 && text.length <= LONGEST_TEXT;
}

/** Resolves when the thread's session is known and its composer has a draft: main may still be starting, or making the sidecar. */
async function whenPlaced(thread: Thread): Promise<void> {
  if (thread.view.getState().session_id !== undefined) return;
  if (thread === mainThread) await ready();
  await whenKnown(thread);
  flushSync(() => undefined);
}

async function store(thread: Thread, draft: DraftOf, setText: SetText): Promise<void> {
  if (draft.isSending) return;
  const before = thread.view.getState().drafts;
  const files = thread.files.list;
  let home = draft.place.session_id;
  let unsent: Draft = { text: "" };
  try {
    const isHere = await draft.send(async (said) => {
      unsent = said;
      home = await send(thread, { ...said, text: withoutEscape(said.text, slashNames) }, draft.place);
      unsent = { text: "" };
    });
    if (!isHere) return;
    // A stored draft that arrived meanwhile was not part of the sent text.
    const now = thread.view.getState().drafts;
    const { text } = now === before ? { text: "" } : composerDraft(now);
    thread.large.letGo();
    thread.files.drop(files);
    putDraft(thread, text, "", setText);
    if (text !== "") draft.note();
  } finally {
    putNext(thread, draft.takeNext(), home, unsent);
  }
}

/** Puts what came for the next message into the box, or into the stored draft of a session that was left: behind what was not sent. */
function putNext(thread: Thread, next: string, home: SessionId | null, unsent: Draft): void {
  if (next === "") return;
  // The box of a new session may still be that of the session before.
  flushSync(() => undefined);
  if (thread.view.getState().session_id === home) return thread.insert(next, "end");
  const text = unsent.text === "" ? next : `${unsent.text}\n\n${next}`;
  storeDraft({ ...unsent, text, place: { kind: "composer", session_id: home } }).catch(reportError);
}
