/**
 * Where messages are written. The text lives in the text box alone, so a key costs no render; it is emptied only after the core has
 * stored the message (QU-2).
 */

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import { ariaKey, keyName } from "../../platform/commands/key-names";
import { dialogs } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { doing, stop } from "../../thread/actions";
import { useSlots } from "../../thread/slots";
import { mainThread, type Thread, useThread, useThreadDrawn, useThreadView } from "../../thread/thread";
import { isFree } from "../../thread/view/session-view";
import { sendsMessage } from "../../thread/writing/keys";
import { LargeTextNote } from "../../thread/writing/large-text-note";
import { edit, lastQuestion } from "../../thread/writing/rewind";
import { TooLong } from "../../thread/writing/too-long";
import { type TextBox, useLargeText } from "../../thread/writing/use-large-text";
import { focusIfNowhere, isFocusNowhere } from "../../ui/focus";
import { useComposerSurface, useDraft, usePickInDraft } from "./drafts";
import { type NotNow, SendButton, useTried, WhyNot } from "./send-button";
import { useSend } from "./sending";
import { SLASH_LIST_ID, SlashList, slashOptionId } from "./slash-list";
import { type History, useHistory } from "./use-history";
import { useSlash } from "./use-slash";
import "./composer.css";

/** The focus is where one writes: in a session to be, and where what had the focus has gone (Stop, Continue). */
function useFocus(textBox: TextBox): void {
  const session_id = useThreadView((view) => view.session_id);
  const state = useThreadDrawn(({ status }) => status.state);
  const shown = useRef(session_id);
  useEffect(() => {
    // Until the window knew what to show its user may have gone elsewhere, into a dialog too, and stays there.
    const wasKnown = shown.current !== undefined || isFocusNowhere();
    shown.current = session_id;
    // A session may go while its user is in a dialog (archived late, deleted in another window).
    const inDialog = dialogs.getState().dialog !== undefined;
    if (session_id === null && wasKnown && !inDialog) textBox.current?.focus();
  }, [session_id, textBox]);
  const before = useRef(state);
  useEffect(() => {
    // With the state the buttons change; a composer that has just come takes no focus from where that goes.
    if (before.current !== state) focusIfNowhere(textBox.current);
    before.current = state;
  }, [state, textBox]);
}

/** While what is above still is of the session that was left, its composer, emptied, does not move it. */
function useSteadyHeight(textBox: TextBox): void {
  const { drawn } = useThread();
  useEffect(
    () =>
      drawn.subscribe(({ left }, before) => {
        const box = textBox.current;
        if (left === before.left || box === null) return;
        if (left) box.style.minBlockSize = `${box.offsetHeight}px`;
        else box.style.removeProperty("min-block-size");
      }),
    [drawn, textBox],
  );
}

/** The facts about the text that the buttons have to know; a render only where they change. */
interface Weight {
  empty: boolean;
  /** How long it is, where that is too long to be sent. */
  tooLong: number | undefined;
}

function useText(textBox: TextBox): [Weight, weigh: () => void, setText: (text: string) => void] {
  const { large: held } = useThread();
  const [empty, setEmpty] = useState(true);
  const [tooLong, setTooLong] = useState<number>();
  const [weigh] = useState(() => () => {
    const typed = textBox.current?.value ?? "";
    setEmpty(held.isBlank && !/\S/.test(typed));
    const { length } = held.whole(typed);
    setTooLong(length > LONGEST_TEXT ? length : undefined);
  });
  const [setText] = useState(() => (text: string) => {
    if (textBox.current !== null) textBox.current.value = text;
    weigh();
  });
  return [{ empty, tooLong }, weigh, setText];
}

function isArrowUpInEmpty(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const { key, shiftKey, ctrlKey, altKey, metaKey, nativeEvent, currentTarget } = event;
  const isPlain = !(shiftKey || ctrlKey || altKey || metaKey || nativeEvent.isComposing);
  return key === "ArrowUp" && isPlain && currentTarget.textLength === 0;
}

/** RW-1. Where there is nothing to edit, the key is the history's. */
function editsLast(event: KeyboardEvent<HTMLTextAreaElement>, thread: Thread, history: History): boolean {
  if (!isArrowUpInEmpty(event) || history.isWalking() || thread.large.whole("") !== "") return false;
  const message = lastQuestion(thread);
  if (message === undefined) return false;
  event.preventDefault();
  edit(thread, message, { from: "composer" });
  return true;
}

const whyNot = ({ empty, tooLong, sending }: Weight & { sending: boolean }): NotNow =>
  empty ? "empty" : tooLong !== undefined ? "shorten" : sending ? "sending" : undefined;

export function Composer() {
  const { t } = useTranslation("composer");
  const textBox = useRef<HTMLTextAreaElement>(null);
  const slots = useSlots();
  const [{ empty, tooLong }, weigh, setText] = useText(textBox);
  const thread = useThread();
  const free = useThreadDrawn(isFree);
  const draft = useDraft(textBox, setText);
  const [sending, submit] = useSend(textBox, draft, setText);
  const reason = whyNot({ empty, tooLong, sending });
  const [tried, noteTried] = useTried(reason);
  usePickInDraft(draft);
  useFocus(textBox);
  /** Put there by us, for the user: it is a draft like any other. */
  const [propose] = useState(() => (text: string) => {
    setText(text);
    draft.current?.note();
  });
  const holding = useLargeText(textBox, propose);
  const slash = useSlash(textBox, propose);
  const history = useHistory(textBox, propose);

  useComposerSurface(textBox, propose);
  useSteadyHeight(textBox);

  const onInput = () => {
    holding.onInput();
    weigh();
    slash.onInput();
    draft.current?.note();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (slash.onKeyDown(event) || editsLast(event, thread, history) || history.onKeyDown(event)) return;
    if (!sendsMessage(event)) return;
    event.preventDefault();
    history.forget();
    noteTried();
    submit();
  };

  return (
    <>
      {slots && <slots.WaitingMessages />}
      <form className="composer" onSubmit={(event) => event.preventDefault()}>
        {slash.open === undefined ? null : <SlashList {...slash.open} onTake={slash.take} />}
        <textarea
          ref={textBox}
          className="composer-text"
          data-composer=""
          dir="auto"
          spellCheck
          aria-label={t("message")}
          aria-keyshortcuts={ariaKey("write-message")}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...(slash.open === undefined
            ? {}
            : { "aria-controls": SLASH_LIST_ID, "aria-activedescendant": slashOptionId(slash.open.chosen) })}
          placeholder={t("placeholder")}
          rows={1}
          // biome-ignore lint/a11y/noAutofocus: writing is what the window is opened for; the focus is where a reader expects it.
          autoFocus={thread === mainThread}
          onInput={onInput}
          onBlur={() => {
            slash.close();
            draft.current?.flush();
          }}
          onKeyDown={onKeyDown}
          onPaste={holding.onPaste}
        />
        <LargeTextNote onRemove={holding.remove} />
        <TooLong characters={tooLong} />
        <WhyNot reason={tried} />
        {slots && <slots.ModelNote />}
        <div className="composer-foot">
          {slots && <slots.ModelSelect />}
          {slots && <slots.ThinkingSelect />}
          <span className="composer-room" />
          {free ? null : <StopButton />}
          <SendButton reason={reason} waits={!free} onSend={submit} onTried={noteTried} />
        </div>
      </form>
    </>
  );
}

/** Stops the session whose answer is seen. */
function StopButton() {
  const { t } = useTranslation("composer");
  const session_id = useThreadDrawn((state) => state.session_id);
  return (
    <button
      type="button"
      className="button"
      aria-label={t("stop")}
      aria-keyshortcuts={ariaKey("stop")}
      title={t("stop-tip", { key: keyName("stop") })}
      onClick={() => doing(() => stop(session_id))}
    >
      {t("stop")}{" "}
      <span className="key" aria-hidden="true">
        {keyName("stop")}
      </span>
    </button>
  );
}
