/**
 * The composer's draft (QU-2). When the session changes, the old draft is saved and the stored one of the new session is put in. A picked
 * model or agent is part of the draft.
 */

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Draft, PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { InsertAt } from "../../thread/surface";
import { type Thread, useThread, useThreadView } from "../../thread/thread";
import { DraftOf } from "../../thread/writing/draft-of";
import { MOST_IN_BOX } from "../../thread/writing/large-text";
import type { TextBox } from "../../thread/writing/use-large-text";

function draftIn({ model: { picked, agent }, large: held, files }: Thread, box: HTMLTextAreaElement): Draft {
  const attachments = files.list;
  return {
    text: held.whole(box.value),
    ...(picked === undefined ? {} : { model: picked }),
    ...(agent === undefined ? {} : { agent }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

/** Finds the draft of the composer among a session's drafts. */
export const composerDraft = (drafts: readonly PlacedDraft[] | undefined): Draft =>
  drafts?.find(({ place }) => place.kind === "composer") ?? { text: "" };

/** Joins a stored draft with the text typed before it arrived, so that neither is lost. */
const joinDraft = (stored: string, typed: string): string =>
  stored === "" || typed === "" ? stored + typed : `${stored}\n${typed}`;

/** Puts a stored text before the typed one. A text that is too long for the box is held beside it. */
export function putDraft({ large }: Thread, stored: string, typed: string, setText: SetText): void {
  const isLong = stored.length > MOST_IN_BOX;
  if (isLong) large.hold(stored, "");
  setText(isLong ? typed : joinDraft(stored, typed));
}

function putStored(thread: Thread, stored: Draft, typed: string, setText: SetText): void {
  const { text, model, agent, attachments = [] } = stored;
  thread.files.put(attachments);
  if (model !== undefined && thread.model.picked === undefined) thread.model.pick(model);
  if (agent !== undefined && thread.model.agent === undefined) thread.model.pickAgent(agent);
  if (text !== "") putDraft(thread, text, typed, setText);
}

/** Puts a text into the box and tells everyone who depends on it. */
export type SetText = (text: string) => void;

export type CurrentDraft = RefObject<DraftOf | undefined>;

/** Returns the draft of the session that is shown; undefined until the session is known. Text typed before then belongs to that session. */
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
      thread.files.letGo();
      thread.model.pick(undefined);
      thread.model.pickAgent(undefined);
      setText("");
    };
  }, [thread, session_id, textBox, setText]);

  useLayoutEffect(() => {
    const box = textBox.current;
    if (drafts === undefined || box === null) return;
    const typed = box.value;
    const hasFiles = thread.files.list.length > 0;
    const put = () => putStored(thread, composerDraft(drafts), typed, setText);
    if (current.current === undefined) put();
    else current.current.putStored(put);
    // Saves also what was typed or attached before the session was there.
    if (typed !== "" || hasFiles) current.current?.note();
  }, [thread, drafts, textBox, setText]);

  return current;
}

function insert(box: HTMLTextAreaElement, text: string, at: InsertAt): void {
  const { selectionStart, selectionEnd, value } = box;
  const [start, end] = at === "caret" ? [selectionStart, selectionEnd] : [value.length, value.length];
  const before = value.slice(0, start);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  // Inserts as if typed, so that Ctrl+Z takes back first this text, then the text typed before it.
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

/** Registers how the rest of the window uses this composer. A text that is too long for the box is held beside it. */
export function useComposerSurface(textBox: TextBox, draft: CurrentDraft, propose: SetText): void {
  const thread = useThread();
  useLayoutEffect(
    () =>
      thread.register("composer", {
        focus: () => textBox.current?.focus(),
        typed: () => textBox.current?.value ?? "",
        clear: () => propose(""),
        insert: (text, at) => {
          const box = textBox.current;
          if (box === null) return;
          if (draft.current?.holdNext(text)) return;
          if (at === "caret") box.focus();
          if (text.length <= MOST_IN_BOX) insert(box, text, at);
          else if (at === "caret") box.value = thread.large.replaceSelected(text, box);
          else box.value = thread.large.hold(text, box.value);
          propose(box.value);
        },
      }),
    [thread, textBox, draft, propose],
  );
}

/** A model or an agent picked by hand, and files that come and go, become part of the draft. */
export function usePickInDraft(draft: CurrentDraft): void {
  const thread = useThread();
  useEffect(
    () =>
      thread.model.store.subscribe(({ picked, agent }, before) => {
        const isNew = (picked !== before.picked && picked) || (agent !== before.agent && agent);
        if (isNew) draft.current?.note();
      }),
    [thread, draft],
  );
  useEffect(
    () =>
      thread.files.store.subscribe(({ files }, before) => {
        if (files !== before.files) draft.current?.note();
      }),
    [thread, draft],
  );
}
