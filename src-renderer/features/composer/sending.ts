/** From Enter to the stored message (QU-2): the composer is emptied only after the core has stored what stood in it. */
import { useState } from "react";
import { LONGEST_TEXT } from "../../../src-preload/contract/limits";
import { ready, send } from "../../state/actions";
import { reportError } from "../../state/app";
import { sessionView } from "../../state/session-view";
import { leftAfter } from "./draft-keeper";
import { drafts, noteDraft, type TextBox } from "./drafts";
import { letGo, wholeText } from "./held-text";
import { withoutEscape } from "./slash";
import { slashNames } from "./slash-commands";

const mayBeSent = (): boolean => ["idle", "error"].includes(sessionView.getState().status.state);

/** Sends what stands in the box; true while it is being stored. */
export function useSend(textBox: TextBox, setText: (text: string) => void): [boolean, () => void] {
  const [sending, setSending] = useState(false);
  const submit = async () => {
    const box = textBox.current;
    const text = wholeText(box?.value ?? "");
    if (box === null || sending || text.trim() === "" || text.length > LONGEST_TEXT) return;
    setSending(true);
    try {
      if (sessionView.getState().session_id === undefined) await ready();
      if (!mayBeSent()) return;
      await sendText(box, text, setText);
    } catch (error) {
      reportError(error);
    } finally {
      setSending(false);
      box.focus();
    }
  };
  return [sending, () => void submit()];
}

async function sendText(
  box: HTMLTextAreaElement,
  text: string,
  setText: (text: string) => void,
): Promise<void> {
  const { session_id = null } = sessionView.getState();
  drafts.begin(session_id, text);
  const typed = box.value;
  try {
    const stored_in = await send(withoutEscape(text, slashNames), (stored_in) => {
      drafts.sent(stored_in);
      letGo();
      const left = leftAfter(typed, box.value);
      setText(left);
      // A session that is being made is shown in a moment: what is left is noted then.
      if (left !== "" && session_id !== null) noteDraft(box);
    });
    drafts.sent(stored_in);
  } catch (error) {
    drafts.failed();
    throw error;
  }
}
