/** The composer's draft (QU-2): the one of the session that is left is saved, the stored one put in. A picked model belongs to it. */

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Draft, PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { InsertAt } from "../../thread/surface";
import { type Thread, useThread, useThreadView } from "../../thread/thread";
import { DraftOf } from "../../thread/writing/draft-of";
import { MOST_IN_BOX } from "../../thread/writing/large-text";
import type { TextBox } from "../../thread/writing/use-large-text";

function draftIn({ model: { picked }, large: held }: Thread, box: HTMLTextAreaElement): Draft {
  return { text: held.whole(box.value), ...(picked === undefined ? {} : { model: picked }) };
}

/** The draft of a session's composer among its drafts. */
export const composerDraft = (drafts: readonly PlacedDraft[] | undefined): Draft =>
  drafts?.find(({ place }) => place.kind === "composer") ?? { text: "" };

/** Text typed before the stored draft came must not cost either of them. */
const joinDraft = (stored: string, typed: string): string =>
  stored === "" || typed === "" ? stored + typed : `${stored}\n${typed}`;

/** Puts a stored text before what is typed; one that is too long for the box is held beside it. */
export function putDraft({ large }: Thread, stored: string, typed: string, setText: SetText): void {
  const isLong = stored.length > MOST_IN_BOX;
  if (isLong) large.hold(stored, "");
  setText(isLong ? typed : joinDraft(stored, typed));
}

/** Puts a text into the box and tells who has to know. */
export type SetText = (text: string) => void;

export type CurrentDraft = RefObject<DraftOf | undefined>;

/** The draft of the session that is shown; undefined until that is known. Text that was typed before is for the session it turns out to be. */
export function useDraft(textBox: TextBox, setText: SetText): CurrentDraft {
  const thread = useThread();
  const session_id = useThreadView((state) => state.session_id);
  const drafts = useThreadView((state) => state.drafts);
  const current = useRef<DraftOf>(undefined);

  useLayoutEffect(() => {
    const box = textBox.current;
    if (session_id === undefined || box === null) return;
    const draft = new DraftOf(thread, { kind: "composer", session_id }, () => draftIn(thread, box));
    draft.box = box;
    current.current = draft;
    return () => {
      draft.end();
      current.current = undefined;
      thread.large.letGo();
      thread.model.pick(undefined);
      setText("");
    };
  }, [thread, session_id, textBox, setText]);

  useLayoutEffect(() => {
    const box = textBox.current;
    if (drafts === undefined || box === null) return;
    const { text, model } = composerDraft(drafts);
    if (model !== undefined && thread.model.picked === undefined) thread.model.pick(model);
    const typed = box.value;
    if (text !== "") putDraft(thread, text, typed, setText);
    // Also what was typed before the session was there.
    if (typed !== "") current.current?.note();
  }, [thread, drafts, textBox, setText]);

  return current;
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
  // The caret of a user who writes at the end stays at the end.
  const follows = at === "caret" || selectionStart === value.length;
  box.setRangeText(gap + text, start, end, follows ? "end" : "preserve");
}

/** How the rest of the window uses this composer. A text that is too long for its box is held beside it. */
export function useComposerSurface(textBox: TextBox, propose: SetText): void {
  const thread = useThread();
  useLayoutEffect(
    () =>
      thread.register("composer", {
        focus: () => textBox.current?.focus(),
        typed: () => textBox.current?.value ?? "",
        clear: () => propose(""),
        insert: (text, wanted) => {
          const box = textBox.current;
          if (box === null) return;
          // A text that is being stored is taken out of the box afterwards, from its beginning: another stays only behind it.
          const at = box.readOnly ? "end" : wanted;
          if (at === "caret") box.focus();
          if (text.length > MOST_IN_BOX) thread.large.hold(text, box.value);
          else insert(box, text, at);
          propose(box.value);
        },
      }),
    [thread, textBox, propose],
  );
}

/** Picked by hand: from now on it is in the draft. */
export function usePickInDraft(draft: CurrentDraft): void {
  const thread = useThread();
  useEffect(
    () =>
      thread.model.store.subscribe(({ picked }, before) => {
        if (picked !== before.picked && picked !== undefined) draft.current?.note();
      }),
    [thread, draft],
  );
}
