/** Each window's and session's draft (QU-2): the one that is left is saved, the stored one put in. A picked model belongs to it. */

import { useEffect, useLayoutEffect } from "react";
import type { Draft, PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { type InsertAt, type Thread, useThread, useThreadView } from "../../thread/thread";
import { joinDraft } from "../../thread/writing/draft-keeper";
import { MOST_IN_BOX } from "../../thread/writing/large-text";
import type { TextBox } from "../../thread/writing/use-large-text";

function draftIn({ model: { picked }, large: held }: Thread, box: HTMLTextAreaElement): Draft {
  return { text: held.whole(box.value), ...(picked === undefined ? {} : { model: picked }) };
}

/** What of a session's drafts stands in its composer. */
export const composerDraft = (drafts: readonly PlacedDraft[] | undefined): Draft | undefined =>
  drafts?.find(({ place }) => place.kind === "composer");

/** What stands in the composer now is the draft of the session that is shown now, or of the one given. */
export function noteDraft(thread: Thread, box: HTMLTextAreaElement, of?: SessionId): void {
  const session_id = of ?? thread.view.getState().session_id;
  if (session_id !== undefined)
    thread.drafts.note(session_id, () => draftIn(thread, box), thread.large.whole(box.value).length);
}

/** `setText` puts a text into the box and tells who has to know. */
export function useDrafts(textBox: TextBox, setText: (text: string) => void): void {
  const thread = useThread();
  const session_id = useThreadView((state) => state.session_id);
  const drafts = useThreadView((state) => state.drafts);

  useLayoutEffect(() => {
    const box = textBox.current;
    return () => {
      // What was typed before the window knew its session is for the session it turns out to be.
      if (session_id === undefined || box === null) return;
      const { made } = thread.view.getState();
      // Typed on while the first message made the session: it is for that session, the model was for the message.
      if (!made) {
        thread.drafts.flush();
        thread.large.letGo();
        setText("");
      }
      thread.model.pick(undefined);
      if (made) noteDraft(thread, box);
    };
  }, [thread, session_id, textBox, setText]);

  useLayoutEffect(() => {
    const box = textBox.current;
    if (drafts === undefined || box === null) return;
    const draft: Draft = composerDraft(drafts) ?? { text: "" };
    if (draft.model !== undefined && thread.model.picked === undefined) thread.model.pick(draft.model);
    const typed = box.value;
    if (draft.text.length > MOST_IN_BOX) {
      thread.large.hold(draft.text, "");
      setText(typed);
    } else if (draft.text !== "") setText(joinDraft(draft.text, typed));
    // Also what was typed before the session was there.
    if (typed !== "") noteDraft(thread, box);
  }, [thread, drafts, textBox, setText]);

  useEffect(() => {
    const save = () => thread.drafts.close();
    window.addEventListener("pagehide", save);
    return () => window.removeEventListener("pagehide", save);
  }, [thread]);
}

function insert(box: HTMLTextAreaElement, text: string, at: InsertAt): void {
  const { selectionStart, selectionEnd, value } = box;
  const [start, end] = at === "caret" ? [selectionStart, selectionEnd] : [value.length, value.length];
  const before = value.slice(0, start);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  // As if it had been typed: Ctrl+Z takes it back, and what was typed before it then.
  if (
    at === "caret" &&
    document.activeElement === box &&
    document.execCommand("insertText", false, gap + text)
  )
    return;
  // Who writes at its end goes on there.
  const follows = at === "caret" || selectionStart === value.length;
  box.setRangeText(gap + text, start, end, follows ? "end" : "preserve");
}

/** What is put into the draft from elsewhere in the window; what is too long for the box is held beside it. */
export function useInsert(textBox: TextBox, propose: (text: string) => void): void {
  const thread = useThread();
  useEffect(
    () =>
      thread.onInsert((text, at) => {
        const box = textBox.current;
        if (box === null) return;
        if (at === "caret") box.focus();
        if (text.length > MOST_IN_BOX) thread.large.hold(text, box.value);
        else insert(box, text, at);
        propose(box.value);
      }),
    [thread, textBox, propose],
  );
}

/** Picked by hand: from now on it is in the draft. */
export function usePickInDraft(textBox: TextBox): void {
  const thread = useThread();
  useEffect(
    () =>
      thread.model.store.subscribe(({ picked }, before) => {
        if (picked !== before.picked && picked !== undefined && textBox.current !== null)
          noteDraft(thread, textBox.current);
      }),
    [thread, textBox],
  );
}
