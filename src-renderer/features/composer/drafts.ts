/** Each window's and session's draft (QU-2): the one that is left is saved, the stored one put in. A picked model belongs to it. */
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand";
import type { SessionId } from "../../../src-preload/contract/ids";
import type { Draft } from "../../../src-preload/contract/types";
import { call } from "../../bridge";
import { doing } from "../../state/actions";
import { modelChoice, pickModel } from "../../state/model-choice";
import { sessionView } from "../../state/session-view";
import { DraftKeeper, joinDraft } from "./draft-keeper";
import { hold, letGo, MOST_IN_BOX, wholeText } from "./held-text";

export type TextBox = RefObject<HTMLTextAreaElement | null>;

export const drafts = new DraftKeeper((session_id, draft) =>
  doing(() => call("draft.save", { session_id, ...draft })),
);

function draftIn(box: HTMLTextAreaElement): Draft {
  const { picked } = modelChoice.getState();
  return { text: wholeText(box.value), ...(picked === undefined ? {} : { model: picked }) };
}

/** What stands in the composer now is the draft of the session that is shown now, or of the one given. */
export function noteDraft(box: HTMLTextAreaElement, of?: SessionId): void {
  const session_id = of ?? sessionView.getState().session_id;
  if (session_id !== undefined) drafts.note(session_id, () => draftIn(box), wholeText(box.value).length);
}

/** `setText` puts a text into the box and tells who has to know. */
export function useDrafts(textBox: TextBox, setText: (text: string) => void): void {
  const session_id = useStore(sessionView, (state) => state.session_id);
  const draft = useStore(sessionView, (state) => state.draft);

  useLayoutEffect(() => {
    const box = textBox.current;
    return () => {
      // What was typed before the window knew its session is for the session it turns out to be.
      if (session_id === undefined || box === null) return;
      const { made } = sessionView.getState();
      // Typed on while the first message made the session: it is for that session, the model was for the message.
      if (!made) {
        drafts.flush();
        letGo();
        setText("");
      }
      pickModel(undefined);
      if (made) noteDraft(box);
    };
  }, [session_id, textBox, setText]);

  useLayoutEffect(() => {
    const box = textBox.current;
    if (draft === undefined || box === null) return;
    if (draft.model !== undefined && modelChoice.getState().picked === undefined) pickModel(draft.model);
    if (draft.text === "") return;
    const typed = box.value;
    if (draft.text.length > MOST_IN_BOX) {
      hold(draft.text, "");
      setText(typed);
    } else setText(joinDraft(draft.text, typed));
    if (typed !== "") noteDraft(box);
  }, [draft, textBox, setText]);

  useEffect(() => {
    const save = () => drafts.close();
    window.addEventListener("pagehide", save);
    return () => window.removeEventListener("pagehide", save);
  }, []);
}

/** Picked by hand: from now on it is in the draft. */
export function usePickInDraft(textBox: TextBox): void {
  useEffect(
    () =>
      modelChoice.subscribe(({ picked }, before) => {
        if (picked !== before.picked && picked !== undefined && textBox.current !== null)
          noteDraft(textBox.current);
      }),
    [textBox],
  );
}
