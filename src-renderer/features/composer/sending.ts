/** From Enter to the stored message (QU-2): the composer is emptied only after the core has stored what stood in it. */
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

/** Sends what stands in the box; true while that is being stored. */
export function useSend(textBox: TextBox, draft: CurrentDraft, setText: SetText): [boolean, () => void] {
  const thread = useThread();
  const [sending, setSending] = useState(false);
  const submit = async () => {
    const box = textBox.current;
    if (box === null) return;
    // The button that was pressed is off while the message is stored, and would lose the focus.
    box.focus();
    const text = thread.large.whole(box.value);
    if (text.trim() === "" || text.length > LONGEST_TEXT) return;
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

/** Resolves when it is known which session the main thread shows, and its composer has a draft. In a sidecar that main still makes, Enter does nothing yet. */
async function whenKnown(thread: Thread): Promise<void> {
  if (thread !== mainThread || thread.view.getState().session_id !== undefined) return;
  await ready();
  flushSync(() => undefined);
}

async function store(thread: Thread, draft: DraftOf, setText: SetText): Promise<void> {
  const before = thread.view.getState().drafts;
  const sent = draft.box?.value ?? "";
  const isHere = await draft.send(({ text }) => send(thread, withoutEscape(text, slashNames), draft.place));
  if (!isHere) return;
  // The stored draft may have come since: it is not part of what was sent.
  const now = thread.view.getState().drafts;
  const { text } = now === before ? { text: "" } : composerDraft(now);
  // Nobody can type meanwhile, but a quote, or the text of a sidecar that has gone, may have been put behind it.
  const value = draft.box?.value ?? "";
  const added = value.startsWith(sent) ? value.slice(sent.length).trimStart() : "";
  thread.large.letGo();
  putDraft(thread, text, added, setText);
  if (text + added !== "") draft.note();
}
