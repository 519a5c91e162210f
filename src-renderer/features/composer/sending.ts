/** From Enter to the stored message (QU-2): the composer is emptied only after the core has stored what stood in it. */
import { useRef, useState } from "react";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import { reportError } from "../../platform/app-view";
import { ready, send } from "../../thread/actions";
import { mainThread, type Thread, useThread } from "../../thread/thread";
import { leftAfter } from "../../thread/writing/draft-keeper";
import { MOST_IN_BOX } from "../../thread/writing/large-text";
import type { TextBox } from "../../thread/writing/use-large-text";
import { composerDraft, noteDraft } from "./drafts";
import { withoutEscape } from "./slash";
import { slashNames } from "./slash-commands";

/** What Enter was pressed on while the message before it was being stored, and where. */
interface Entered {
  session_id: SessionId | null | undefined;
  typed: string;
}

/** Of what was entered while `sent` was being stored: what is still to be sent; undefined where its user has left that session, or edited it since. */
function stillToSend(
  thread: Thread,
  entered: Entered,
  sent: Entered,
  box: HTMLTextAreaElement,
): string | undefined {
  const { session_id, made } = thread.view.getState();
  const follows = entered.session_id === undefined || entered.session_id === sent.session_id;
  const typed = follows ? leftAfter(sent.typed, entered.typed) : entered.typed;
  const isHere = (follows ? sent : entered).session_id === session_id || (follows && made);
  return isHere && box.value.startsWith(typed) ? typed : undefined;
}

/** The button that was pressed is off meanwhile, and the focus lost with it. Whoever has gone elsewhere by now stays there. */
function takeFocusBack(box: HTMLTextAreaElement): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement?.matches(":disabled")) box.focus();
}

/** Sends what stands in the box, once what was sent before is stored; true while something is being stored. */
export function useSend(textBox: TextBox, setText: (text: string) => void): [boolean, () => void] {
  const thread = useThread();
  const [sending, setSending] = useState(false);
  const underWay = useRef(false);
  const entered = useRef<Entered>(undefined);
  const store = async (box: HTMLTextAreaElement, typed: string): Promise<void> => {
    const text = thread.large.whole(typed);
    if (text.trim() === "" || text.length > LONGEST_TEXT) return;
    // What is asked for beside the main thread is there in a moment, and is asked then.
    if (thread.view.getState().session_id === undefined && thread !== mainThread) return;
    if (thread.view.getState().session_id === undefined) await ready();
    const sent = { session_id: thread.view.getState().session_id, typed };
    await sendText(thread, box, { text, typed }, setText);
    const next = entered.current && stillToSend(thread, entered.current, sent, box);
    entered.current = undefined;
    if (next !== undefined) await store(box, next);
  };
  const submit = async () => {
    const box = textBox.current;
    if (box === null) return;
    if (underWay.current) {
      entered.current = { session_id: thread.view.getState().session_id, typed: box.value };
      return;
    }
    underWay.current = true;
    setSending(true);
    try {
      await store(box, box.value);
    } catch (error) {
      reportError(error);
    } finally {
      underWay.current = false;
      entered.current = undefined;
      setSending(false);
      takeFocusBack(box);
    }
  };
  return [sending, () => void submit()];
}

async function sendText(
  thread: Thread,
  box: HTMLTextAreaElement,
  { text, typed }: { text: string; typed: string },
  setText: (text: string) => void,
): Promise<void> {
  const { session_id = null, drafts: before } = thread.view.getState();
  const { drafts } = thread;
  drafts.begin(session_id, text);
  let wasLeft = false;
  const stopWatching = thread.view.subscribe((now) => {
    wasLeft ||= (now.session_id ?? null) !== session_id;
  });
  try {
    const stored_in = await send(thread, withoutEscape(text, slashNames), (stored_in) => {
      const typedOn = drafts.sent(stored_in);
      // Its composer was emptied when it was left; one has come back meanwhile.
      if (wasLeft) return typedOn === "" ? undefined : thread.insert(typedOn, "end");
      // The stored draft may have come since: it is not part of what was sent.
      const now = thread.view.getState().drafts;
      const came = now === before ? "" : (composerDraft(now)?.text ?? "");
      if (came.length <= MOST_IN_BOX) thread.large.letGo();
      const left = leftAfter(typed, box.value, came);
      setText(left);
      // A session that is being made is shown in a moment: what is left is noted then.
      if (thread.large.whole(left) !== "" && session_id !== null) noteDraft(thread, box);
    });
    drafts.sent(stored_in);
  } catch (error) {
    drafts.failed();
    throw error;
  } finally {
    stopWatching();
  }
}
