/** Each window's and session's draft (QU-2): the one that is left is saved, the stored one put in. A picked model belongs to it. */
import { type RefObject, useEffect, useLayoutEffect } from "react";
import type { SessionId } from "../../../src-preload/contract/ids";
import type { Draft } from "../../../src-preload/contract/types";
import { joinDraft } from "../../state/draft-keeper";
import { MOST_IN_BOX } from "../../state/held-text";
import { type Pane, usePane, usePaneView } from "../../state/pane";

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

/** Where the caret is, in place of what is marked, as a paragraph of its own. It is a draft like any other. */
function insert(box: HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd, value } = box;
  const before = value.slice(0, selectionStart);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  box.focus();
  box.setRangeText(gap + text, selectionStart, selectionEnd, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
}

/** What is put into the draft from elsewhere in the window. */
export function useInsert(textBox: TextBox): void {
  const pane = usePane();
  useEffect(
    () => pane.onInsert((text) => textBox.current !== null && insert(textBox.current, text)),
    [pane, textBox],
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
