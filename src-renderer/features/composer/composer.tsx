/**
 * The composer, where messages are written. The text lives in the text box alone, so a key costs no render. The box is emptied only after
 * the core has stored the message (QU-2).
 */

import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import { useKeyNames } from "../../platform/commands/key-names";
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
import { Bone } from "../../ui/bone";
import { focusIfNowhere, isFocusNowhere } from "../../ui/focus";
import { type SetText, useComposerSurface, useDraft, usePickInDraft } from "./drafts";
import { type NotNow, SendButton, useTried, WhyNot } from "./send-button";
import { useSend, writesNext } from "./sending";
import { SLASH_LIST_ID, SlashList, slashOptionId } from "./slash-list";
import { useCompletion } from "./use-completion";
import { type History, useHistory } from "./use-history";
import "../../thread/writing/writing.css";
import "./composer.css";

/** Keeps the focus in the text box: in a new session, and after the focused button has gone (Stop, Continue). */
function useFocus(textBox: TextBox): void {
  const session_id = useThreadView((view) => view.session_id);
  const state = useThreadDrawn(({ status }) => status.state);
  const shown = useRef(session_id);
  useEffect(() => {
    // Before the window knew its session, the user may have gone elsewhere, also into a dialog, and stays there.
    const wasKnown = shown.current !== undefined || isFocusNowhere();
    shown.current = session_id;
    // A session may vanish while its user is in a dialog (archived late, deleted in another window).
    const inDialog = dialogs.getState().dialog !== undefined;
    if (session_id === null && wasKnown && !inDialog) textBox.current?.focus();
  }, [session_id, textBox]);
  const before = useRef(state);
  useEffect(() => {
    // The buttons change with the state. A composer that has just appeared leaves the focus where it is.
    if (before.current !== state) focusIfNowhere(textBox.current);
    before.current = state;
  }, [state, textBox]);
}

/** Keeps the height of the composer while the thread above still shows the session that was left. */
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

/** The facts about the text that the buttons need. A render happens only when one of them changes. */
interface Weight {
  empty: boolean;
  /** The length of a text that is too long to be sent. */
  tooLong: number | undefined;
}

function useText(textBox: TextBox): [Weight, weigh: () => void, setText: (text: string) => void] {
  const { large: held, written } = useThread();
  const [empty, setEmpty] = useState(true);
  const [tooLong, setTooLong] = useState<number>();
  const [weigh] = useState(() => () => {
    const typed = textBox.current?.value ?? "";
    setEmpty(held.isBlank && !/\S/.test(typed));
    const { length } = held.whole(typed);
    written.setState({ characters: length });
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

/** Edits the last question (RW-1). Without one, the key belongs to the history. */
function editsLast(event: KeyboardEvent<HTMLTextAreaElement>, thread: Thread, history: History): boolean {
  if (!isArrowUpInEmpty(event) || history.isWalking() || thread.large.whole("") !== "") return false;
  const message = lastQuestion(thread);
  if (message === undefined) return false;
  event.preventDefault();
  edit(thread, message, { from: "composer" });
  return true;
}

/** `held`: the files of the message. */
const whyNot = ({ empty, tooLong, sending }: Weight & { sending: boolean }, held: FilesHeld): NotNow => {
  if (held === "adding") return held;
  if (empty && held === "none") return "empty";
  return tooLong !== undefined ? "shorten" : sending ? "sending" : undefined;
};

type FilesHeld = "none" | "some" | "adding";

const useFilesHeld = (thread: Thread): FilesHeld =>
  useStore(thread.files.store, ({ files, adding }) =>
    adding.length > 0 ? "adding" : files.length > 0 ? "some" : "none",
  );

/** A text that goes beside the box may replace the name that a list completes. */
const useHolding = (textBox: TextBox, propose: SetText, completion: { close(): void }) =>
  useLargeText(textBox, (text) => {
    propose(text);
    completion.close();
  });

export function Composer() {
  const { t } = useTranslation("composer");
  const textBox = useRef<HTMLTextAreaElement>(null);
  const slots = useSlots();
  const [{ empty, tooLong }, weigh, setText] = useText(textBox);
  const thread = useThread();
  const draft = useDraft(textBox, setText);
  const [sending, submit] = useSend(textBox, draft, setText);
  const reason = whyNot({ empty, tooLong, sending }, useFilesHeld(thread));
  const [tried, noteTried] = useTried(reason);
  usePickInDraft(draft);
  useFocus(textBox);
  /** A text that the window puts in for the user is a draft like any other. */
  const [propose] = useState(() => (text: string) => {
    setText(text);
    draft.current?.note();
  });
  const completion = useCompletion(textBox, propose);
  const holding = useHolding(textBox, propose, completion);
  const { list } = completion;
  const history = useHistory(textBox, propose);

  const keys = useKeyNames("write-message");
  useComposerSurface(textBox, draft, propose);
  useSteadyHeight(textBox);

  const onSend = () => {
    if (completion.calls()) return;
    noteTried();
    history.forget();
    submit();
  };
  const onInput = () => {
    holding.onInput();
    weigh();
    completion.onInput();
    draft.current?.note();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (writesNext(event, draft.current) || completion.onKeyDown(event)) return;
    if (editsLast(event, thread, history) || history.onKeyDown(event) || !sendsMessage(event)) return;
    event.preventDefault();
    onSend();
  };

  return (
    <>
      {slots && <slots.NearlyFull />}
      {slots && <slots.BackgroundRuns />}
      {slots && <slots.Todos />}
      {slots && <slots.WaitingMessages />}
      <form className="composer" onSubmit={(event) => event.preventDefault()}>
        {slots && <slots.Attachments files={thread.files} />}
        {list === undefined ? null : <SlashList {...list} />}
        <textarea
          ref={textBox}
          className="writing-text"
          data-composer=""
          dir="auto"
          spellCheck
          aria-label={t("message")}
          aria-keyshortcuts={keys["aria-keyshortcuts"]}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...(list === undefined
            ? {}
            : { "aria-controls": SLASH_LIST_ID, "aria-activedescendant": slashOptionId(list.chosen) })}
          placeholder={t("placeholder")}
          rows={1}
          // biome-ignore lint/a11y/noAutofocus: writing is what the window is opened for; the focus is where a reader expects it.
          autoFocus={thread === mainThread}
          onInput={onInput}
          onBlur={() => {
            completion.close();
            draft.current?.flush();
          }}
          onKeyDown={onKeyDown}
          onPaste={holding.onPaste}
        />
        <LargeTextNote onRemove={holding.remove} />
        <TooLong characters={tooLong} />
        <WhyNot reason={tried} />
        {slots && <slots.AgentNote />}
        {slots && <slots.ModelNote />}
        <Foot reason={reason} onSend={onSend} onTried={noteTried} />
      </form>
    </>
  );
}

/** The choices for the next message, and the buttons. */
function Foot(props: Omit<ComponentProps<typeof SendButton>, "waits">) {
  const slots = useSlots();
  const thread = useThread();
  const free = useThreadDrawn(isFree);
  return (
    <div className="writing-foot">
      {slots && <slots.AttachButton files={thread.files} />}
      {slots ? <slots.ModelSelect /> : <ModelRoom />}
      {slots && <slots.ThinkingSelect />}
      {slots && <slots.AgentSelect />}
      {slots && <slots.FolderChoice />}
      <span className="writing-room" />
      {free ? null : <StopButton />}
      <SendButton {...props} waits={!free} />
    </div>
  );
}

/** Keeps the model's place until its list has loaded. */
const ModelRoom = () => (
  <span className="writing-choice">
    <Bone />
  </span>
);

/** Stops the session whose answer is shown. */
function StopButton() {
  const { t } = useTranslation("composer");
  const { hotkey, ...keys } = useKeyNames("stop");
  const session_id = useThreadDrawn((state) => state.session_id);
  return (
    <button
      type="button"
      className="button"
      aria-label={t("stop")}
      {...keys}
      title={hotkey === undefined ? t("stop") : t("stop-tip", { key: hotkey })}
      onClick={() => doing(() => stop(session_id))}
    >
      {t("stop")}{" "}
      {hotkey === undefined ? null : (
        <span className="key" aria-hidden="true">
          {hotkey}
        </span>
      )}
    </button>
  );
}
