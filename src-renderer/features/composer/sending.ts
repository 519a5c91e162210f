/** From Enter to the stored message (QU-2): the composer is emptied only after the core has stored what stood in it. */
import { useState } from "react";
import { LONGEST_TEXT } from "../../../src-preload/contract/limits";
import { ready, send } from "../../state/actions";
import { reportError } from "../../state/app";
import { leftAfter } from "../../state/draft-keeper";
import { MOST_IN_BOX } from "../../state/held-text";
import { type Pane, usePane } from "../../state/pane";
import { noteDraft, type TextBox } from "./drafts";
import { withoutEscape } from "./slash";
import { slashNames } from "./slash-commands";

/** Sends what stands in the box; true while it is being stored. */
export function useSend(textBox: TextBox, setText: (text: string) => void): [boolean, () => void] {
  const pane = usePane();
  const [sending, setSending] = useState(false);
  const submit = async () => {
    const box = textBox.current;
    const text = pane.held.whole(box?.value ?? "");
    if (box === null || sending || text.trim() === "" || text.length > LONGEST_TEXT) return;
    setSending(true);
    try {
      if (pane.view.getState().session_id === undefined) await ready();
      await sendText(pane, box, text, setText);
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
  pane: Pane,
  box: HTMLTextAreaElement,
  text: string,
  setText: (text: string) => void,
): Promise<void> {
  const { session_id = null, draft: before } = pane.view.getState();
  const { drafts } = pane;
  drafts.begin(session_id, text);
  const typed = box.value;
  let wasLeft = false;
  const stopWatching = pane.view.subscribe((now) => {
    wasLeft ||= (now.session_id ?? null) !== session_id;
  });
  try {
    const stored_in = await send(pane, withoutEscape(text, slashNames), (stored_in) => {
      const typedOn = drafts.sent(stored_in);
      // Its composer was emptied when it was left; one has come back meanwhile.
      if (wasLeft) return typedOn === "" ? undefined : pane.insert(typedOn, "end");
      // The stored draft may have come since: it is not part of what was sent.
      const { draft } = pane.view.getState();
      const came = draft === before ? "" : (draft?.text ?? "");
      if (came.length <= MOST_IN_BOX) pane.held.letGo();
      const left = leftAfter(typed, box.value, came);
      setText(left);
      // A session that is being made is shown in a moment: what is left is noted then.
      if (pane.held.whole(left) !== "" && session_id !== null) noteDraft(pane, box);
    });
    drafts.sent(stored_in);
  } catch (error) {
    drafts.failed();
    throw error;
  } finally {
    stopWatching();
  }
}
