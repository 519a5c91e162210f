/**
 * Where messages are written. The text lives in the text box alone, so a key costs no render; it is emptied only after the core has
 * stored the message (QU-2).
 */
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { call } from "../../bridge";
import { doing, send, stop } from "../../state/actions";
import { reportError } from "../../state/app";
import { onFocusComposer } from "../../state/composer-focus";
import { sessionView } from "../../state/session-view";
import { ModelSelect } from "../models/model-select";
import { DraftKeeper, joinDraft, leftAfter } from "./draft-keeper";
import "./composer.css";

const drafts = new DraftKeeper((session_id, text) => doing(() => call("draft.save", { session_id, text })));

/** What stands in the composer now, for the session that is shown now. */
function noteDraft(text: string): void {
  const { session_id } = sessionView.getState();
  if (session_id !== undefined) drafts.note(session_id, text);
}

type TextBox = RefObject<HTMLTextAreaElement | null>;

/** Keeps each session's draft (QU-2): saves the one that is left, puts in the one that was stored. */
function useDrafts(textBox: TextBox, onText: () => void): void {
  const session_id = useStore(sessionView, (state) => state.session_id);
  const draft = useStore(sessionView, (state) => state.draft);

  useLayoutEffect(() => {
    const box = textBox.current;
    return () => {
      // What was typed before the window knew its session is for the session it turns out to be.
      if (session_id === undefined || box === null) return;
      // Typed on while the first message made the session: it is for that session.
      if (sessionView.getState().made) return noteDraft(box.value);
      drafts.flush();
      box.value = "";
      onText();
    };
  }, [session_id, textBox, onText]);

  useLayoutEffect(() => {
    const box = textBox.current;
    if (draft === undefined || draft.text === "" || box === null) return;
    box.value = joinDraft(draft.text, box.value);
    onText();
  }, [draft, textBox, onText]);

  useEffect(() => {
    const save = () => drafts.flush();
    window.addEventListener("pagehide", save);
    return () => window.removeEventListener("pagehide", save);
  }, []);
}

/** The focus is where one writes: in a session to be, and where what had the focus has gone (Stop, Continue). */
function useFocus(textBox: TextBox): void {
  const isNew = useStore(sessionView, ({ session_id }) => session_id === null);
  const state = useStore(sessionView, ({ status }) => status.state);
  useEffect(() => onFocusComposer(() => textBox.current?.focus()), [textBox]);
  useEffect(() => {
    if (isNew) textBox.current?.focus();
  }, [isNew, textBox]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the state the buttons change.
  useEffect(() => {
    if (document.activeElement === document.body) textBox.current?.focus();
  }, [state, textBox]);
}

/** Sends what stands in the box; true while it is being stored. */
function useSend(textBox: TextBox, onText: () => void): [sending: boolean, submit: () => void] {
  const [sending, setSending] = useState(false);
  const submit = async () => {
    const box = textBox.current;
    const text = box?.value ?? "";
    if (box === null || sending || text.trim() === "" || !mayBeSent()) return;
    setSending(true);
    try {
      drafts.flush();
      await send(text, () => {
        drafts.forget();
        box.value = leftAfter(text, box.value);
        // A session that is being made has no draft yet: what is left is noted when it is shown.
        if (sessionView.getState().session_id !== null) noteDraft(box.value);
        onText();
      });
    } catch (error) {
      reportError(error);
    } finally {
      setSending(false);
      box.focus();
    }
  };
  return [sending, () => void submit()];
}

function mayBeSent(): boolean {
  const { state } = sessionView.getState().status;
  return state === "idle" || state === "error";
}

/** Enter sends, Shift+Enter breaks the line; while an input method composes, Enter is its own. */
function sendsMessage(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing && event.keyCode !== 229;
}

export function Composer() {
  const textBox = useRef<HTMLTextAreaElement>(null);
  const [empty, setEmpty] = useState(true);
  const [onText] = useState(() => () => setEmpty((textBox.current?.value ?? "").trim() === ""));
  const free = useStore(sessionView, ({ status }) => status.state === "idle" || status.state === "error");
  const [sending, submit] = useSend(textBox, onText);
  useDrafts(textBox, onText);
  useFocus(textBox);

  const onInput = () => {
    onText();
    noteDraft(textBox.current?.value ?? "");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!sendsMessage(event)) return;
    event.preventDefault();
    submit();
  };

  return (
    <form className="composer" onSubmit={(event) => event.preventDefault()}>
      <textarea
        ref={textBox}
        className="composer-text"
        aria-label="Message"
        placeholder="Message"
        rows={1}
        // biome-ignore lint/a11y/noAutofocus: writing is what the window is opened for; the focus is where a reader expects it.
        autoFocus
        onInput={onInput}
        onBlur={() => drafts.flush()}
        onKeyDown={onKeyDown}
      />
      <div className="composer-foot">
        <ModelSelect />
        <span className="composer-room" />
        {free ? null : <StopButton />}
        <SendButton free={free} ready={!empty && !sending} onSend={submit} />
      </div>
    </form>
  );
}

function StopButton() {
  return (
    <button
      type="button"
      className="button"
      aria-keyshortcuts="Escape"
      title="Stop (Esc)"
      onClick={() => doing(stop)}
    >
      Stop{" "}
      <span className="key" aria-hidden="true">
        Esc
      </span>
    </button>
  );
}

function SendButton({ free, ready, onSend }: { free: boolean; ready: boolean; onSend: () => void }) {
  const reason = free
    ? "Write a message first."
    : "An answer is being written. Your text is kept; send it when the answer is done.";
  const disabled = !free || !ready;
  return (
    <button
      type="button"
      className="button button-primary"
      disabled={disabled}
      title={disabled ? reason : "Send (Enter)"}
      {...(disabled ? { "aria-description": reason } : {})}
      onClick={onSend}
    >
      Send
    </button>
  );
}
