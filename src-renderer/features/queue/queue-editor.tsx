/** A waiting message while it is edited in its place. Enter saves, Escape leaves it as it was; nothing typed is lost where it was sent meanwhile. */
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import type { QueuedMessage } from "../../../src-preload/contract/calls/queue";
import type { SessionId } from "../../../src-preload/contract/ids";
import { CallError, call } from "../../bridge";
import { useTranslation } from "../../language/use-translation";
import { reportError } from "../../state/app";

interface QueueEditorProps {
  session_id: SessionId;
  /** What it begins with. */
  text: string;
  /** As it waits now; undefined where it does not any more. */
  item: QueuedMessage | undefined;
  onInput: (text: string) => void;
  onDone: () => void;
}

/** What was sent, removed or changed in this very moment is told by the queue itself, and the editor stays. */
const isToldByQueue = (error: unknown): boolean =>
  error instanceof CallError && (error.code === "MESSAGE_NOT_FOUND" || error.code === "INVALID_INPUT");

export function QueueEditor({ session_id, text, item, onInput, onDone }: QueueEditorProps) {
  const { t } = useTranslation("queue");
  const box = useRef<HTMLTextAreaElement>(null);
  const [as_of] = useState(item?.updated_at);
  const [saving, setSaving] = useState(false);
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(box.current.textLength, box.current.textLength);
  }, []);

  const save = async () => {
    const now = box.current?.value ?? "";
    if (saving || now.trim() === "") return;
    setSaving(true);
    try {
      if (item === undefined) await call("queue.add", { session_id, text: now });
      else await call("queue.edit", { session_id, id: item.id, text: now, as_of: item.updated_at });
      onDone();
    } catch (error) {
      if (!isToldByQueue(error)) reportError(error);
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isSave = event.key === "Enter" && !event.shiftKey;
    if (!isSave && event.key !== "Escape") return;
    // Escape is this one's, not that of the answer.
    event.preventDefault();
    if (isSave) void save();
    else onDone();
  };
  const note = item === undefined ? "gone" : item.updated_at === as_of || saving ? undefined : "changed";
  return (
    <form className="queue-editor" onSubmit={(event) => event.preventDefault()}>
      <textarea
        ref={box}
        className="queue-box"
        dir="auto"
        spellCheck
        aria-label={t("text")}
        defaultValue={text}
        rows={1}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {note === undefined ? null : (
        <p className="queue-note" role="alert">
          {t(note)}
        </p>
      )}
      <div className="queue-editor-foot">
        <button type="button" className="button button-quiet" onClick={onDone}>
          {t(item === undefined ? "discard" : "cancel")}
        </button>
        <button type="button" className="button button-primary" onClick={() => void save()}>
          {t(item === undefined ? "add" : "save")}
        </button>
      </div>
    </form>
  );
}
