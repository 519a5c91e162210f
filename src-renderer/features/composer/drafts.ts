/** Each window's and session's draft (QU-2): the one that is left is saved, the stored one put in. A picked model belongs to it. */
import { type RefObject, useEffect, useLayoutEffect } from "react";
import type { SessionId } from "../../../src-preload/contract/ids";
import type { Draft } from "../../../src-preload/contract/types";
import { joinDraft } from "../../state/draft-keeper";
import { MOST_IN_BOX } from "../../state/held-text";
import { type InsertAt, type Pane, usePane, usePaneView } from "../../state/pane";

export type TextBox = RefObject<HTMLTextAreaElement | null>;

function draftIn({ model: { picked }, held }: Pane, box: HTMLTextAreaElement): Draft {
  return { text: held.whole(box.value), ...(picked === undefined ? {} : { model: picked }) };
}

/** What stands in the composer now is the draft of the session that is shown now, or of the one given. */
export function noteDraft(pane: Pane, box: HTMLTextAreaElement, of?: SessionId): void {
  const session_id = of ?? pane.view.getState().session_id;
  if (session_id !== undefined)
    pane.drafts.note(session_id, () => draftIn(pane, box), pane.held.whole(box.value).length);
}

/** `setText` puts a text into the box and tells who has to know. */
export function useDrafts(textBox: TextBox, setText: (text: string) => void): void {
  const pane = usePane();
  const session_id = usePaneView((state) => state.session_id);
  const draft = usePaneView((state) => state.draft);

  useLayoutEffect(() => {
    const box = textBox.current;
    return () => {
      // What was typed before the window knew its session is for the session it turns out to be.
      if (session_id === undefined || box === null) return;
      const { made } = pane.view.getState();
      // Typed on while the first message made the session: it is for that session, the model was for the message.
      if (!made) {
        pane.drafts.flush();
        pane.held.letGo();
        setText("");
      }
      pane.model.pick(undefined);
      if (made) noteDraft(pane, box);
    };
  }, [pane, session_id, textBox, setText]);

  useLayoutEffect(() => {
    const box = textBox.current;
    if (draft === undefined || box === null) return;
    if (draft.model !== undefined && pane.model.picked === undefined) pane.model.pick(draft.model);
    if (draft.text === "") return;
    const typed = box.value;
    if (draft.text.length > MOST_IN_BOX) {
      pane.held.hold(draft.text, "");
      setText(typed);
    } else setText(joinDraft(draft.text, typed));
    if (typed !== "") noteDraft(pane, box);
  }, [pane, draft, textBox, setText]);

  useEffect(() => {
    const save = () => pane.drafts.close();
    window.addEventListener("pagehide", save);
    return () => window.removeEventListener("pagehide", save);
  }, [pane]);
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
  const pane = usePane();
  useEffect(
    () =>
      pane.onInsert((text, at) => {
        const box = textBox.current;
        if (box === null) return;
        if (at === "caret") box.focus();
        if (text.length > MOST_IN_BOX) pane.held.hold(text, box.value);
        else insert(box, text, at);
        propose(box.value);
      }),
    [pane, textBox, propose],
  );
}

/** Picked by hand: from now on it is in the draft. */
export function usePickInDraft(textBox: TextBox): void {
  const pane = usePane();
  useEffect(
    () =>
      pane.model.store.subscribe(({ picked }, before) => {
        if (picked !== before.picked && picked !== undefined && textBox.current !== null)
          noteDraft(pane, textBox.current);
      }),
    [pane, textBox],
  );
}
