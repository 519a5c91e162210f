/**
 * A waiting message as it is edited in its place. Enter saves, Escape restores it. If the message was sent meanwhile, nothing typed is
 * lost.
 */

import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { QueuedMessage } from "../../../src-preload/contract/domain/queue";
import { CallError, call } from "../../platform/bridge";
import { useTranslation } from "../../platform/language/use-translation";
import { useSlots } from "../../thread/slots";
import { NotStored } from "../../thread/writing/not-stored";
import { focusIfNowhere } from "../../ui/focus";
import { leave, onPaste, type QueueEditing } from "./editing";

interface QueueEditorProps {
  editing: QueueEditing;
  /** The message as it waits now; undefined if it is not waiting any more. */
  item: QueuedMessage | undefined;
}

/**
 * Returns true for a failure that the editor's note explains: the message was sent, removed or changed just now, and the news of that has
 * come.
 */
function isToldByNote(error: unknown, { thread, id }: QueueEditing, as_of: number | undefined): boolean {
  if (!(error instanceof CallError)) return false;
  if (error.code !== "MESSAGE_NOT_FOUND" && error.code !== "INVALID_INPUT") return false;
  const now = thread.view.getState().queue.items.find((item) => item.id === id);
  return as_of !== undefined && now?.updated_at !== as_of;
}

/** Returns why there is nothing to store yet; undefined where there is. */
function whyUnready({ isUnready, files }: QueueEditing): "wait-for-files" | "blank" | undefined {
  if (!isUnready) return undefined;
  return files.store.getState().adding.length > 0 ? "wait-for-files" : "blank";
}

/** Stores the text in place of the waiting message, or as a new message. Never rejects: the editor shows the failure. */
async function store(editing: QueueEditing, item: QueuedMessage | undefined): Promise<void> {
  const { thread, session_id, draft } = editing;
  try {
    const isOpen = await draft.send(({ text, attachments = [] }) => {
      const said = { session_id, text, attachments, draft: draft.place };
      if (item === undefined) return call("session.send", said);
      return call("queue.edit", { ...said, id: item.id, as_of: item.updated_at });
    });
    if (!isOpen) return;
  } catch (error) {
    if (!isToldByNote(error, editing, item?.updated_at)) draft.fail(error);
    return;
  }
  leave(thread);
}

type NoteName = "gone" | "changed" | NonNullable<ReturnType<typeof whyUnready>>;

function Note({ name }: { name: NoteName | undefined }) {
  const { t } = useTranslation("queue");
  if (name === undefined) return null;
  return (
    <p className="queue-note" role="alert">
      {t(name)}
    </p>
  );
}

/** Puts the focus behind the last character once the text box is on the page. */
function useBoxOf(editing: QueueEditing): RefObject<HTMLTextAreaElement | null> {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (box.current === null) return;
    editing.draft.box = box.current;
    // The pressed row had the focus and has gone. A user who writes elsewhere goes on there.
    focusIfNowhere(box.current);
    box.current.setSelectionRange(box.current.textLength, box.current.textLength);
  }, [editing]);
  return box;
}

export function QueueEditor({ editing, item }: QueueEditorProps) {
  const { t } = useTranslation("queue");
  const box = useBoxOf(editing);
  const slots = useSlots();
  const { as_of } = editing.begun;
  const [begins] = useState(editing.text);
  const [saving, setSaving] = useState(false);
  const [unready, setUnready] = useState<ReturnType<typeof whyUnready>>();

  const save = async () => {
    const why = whyUnready(editing);
    setUnready(why);
    if (why !== undefined) return;
    setSaving(true);
    await store(editing, item);
    setSaving(false);
  };
  const cancel = () => {
    // A text that the core already has cannot be called back.
    if (editing.draft.isSending) return;
    editing.draft.discard();
    leave(editing.thread);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isSave = event.key === "Enter" && !event.shiftKey;
    if (!isSave && event.key !== "Escape") return;
    // Escape closes this editor and does not stop the answer.
    event.preventDefault();
    if (isSave) void save();
    else cancel();
  };
  const note = item === undefined ? "gone" : item.updated_at === as_of || saving ? undefined : "changed";
  return (
    <form className="queue-editor" onSubmit={(event) => event.preventDefault()}>
      {slots && <slots.Attachments files={editing.files} plain />}
      <textarea
        ref={box}
        className="queue-box"
        dir="auto"
        spellCheck
        aria-label={t("text")}
        defaultValue={begins}
        rows={1}
        onInput={() => {
          setUnready(undefined);
          editing.draft.note();
        }}
        onBlur={() => editing.draft.flush()}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <Note name={note} />
      <Note name={unready} />
      <NotStored draft={editing.draft} />
      <div className="form-foot">
        {slots && <slots.AttachButton files={editing.files} />}
        <button type="button" className="button button-quiet" onClick={cancel}>
          {t(item === undefined ? "discard" : "cancel")}
        </button>
        <button type="button" className="button button-primary" onClick={() => void save()}>
          {t(item === undefined ? "add" : "save")}
        </button>
      </div>
    </form>
  );
}
