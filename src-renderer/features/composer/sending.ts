/** From Enter to the stored message (QU-2). The composer is emptied only after the core has stored its text. */
import { useState } from "react";
import { flushSync } from "react-dom";
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import { reportError } from "../../platform/notices";
import { ready, send } from "../../thread/actions";
import { mainThread, type Thread, useThread } from "../../thread/thread";
import type { DraftOf } from "../../thread/writing/draft-of";
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
    const text = thread.large.whole(box.value);
    const { files, adding } = thread.files.store.getState();
    const isEmpty = text.trim() === "" && files.length === 0;
    if (isEmpty || adding.length > 0 || text.length > LONGEST_TEXT) return;
    setSending(true);
    try {
      await whenKnown(thread);
      if (draft.current !== undefined) await store(thread, draft.current, setText);
    } catch (error) {
      reportError(error);
    } finally {
      setSending(false);
    }
  };
  return [sending, () => void submit()];
}

/**
 * Resolves when the main thread's session is known and its composer has a draft. In a sidecar that main has not made yet, Enter does
 * nothing.
 */
async function whenKnown(thread: Thread): Promise<void> {
  if (thread !== mainThread || thread.view.getState().session_id !== undefined) return;
  await ready();
  flushSync(() => undefined);
}

async function store(thread: Thread, draft: DraftOf, setText: SetText): Promise<void> {
  const before = thread.view.getState().drafts;
  const sent = draft.box?.value ?? "";
  const files = thread.files.list;
  const isHere = await draft.send((said) =>
    send(thread, { ...said, text: withoutEscape(said.text, slashNames) }, draft.place),
  );
  if (!isHere) return;
  // A stored draft that arrived meanwhile was not part of the sent text.
  const now = thread.view.getState().drafts;
  const { text } = now === before ? { text: "" } : composerDraft(now);
  // Nobody can type meanwhile, but a quote, or the text of a closed sidecar, may have been put behind the sent text.
  const value = draft.box?.value ?? "";
  const added = value.startsWith(sent) ? value.slice(sent.length).trimStart() : "";
  thread.large.letGo();
  thread.files.drop(files);
  putDraft(thread, text, added, setText);
  if (text + added !== "") draft.note();
}
