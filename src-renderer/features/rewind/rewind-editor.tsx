/** An earlier message, in its place, as a form (RW-1): its text, its model, the turns that would be hidden, Cancel and Resend. */
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useStore } from "zustand";
import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import { nameOfKey } from "../../platform/commands/key-names";
import { useTranslation } from "../../platform/language/use-translation";
import { useSlots } from "../../thread/slots";
import { ThreadContext, useThreadDrawn } from "../../thread/thread";
import type { MessageCell } from "../../thread/view/message-cell";
import { isFree } from "../../thread/view/session-view";
import type { HeldFiles } from "../../thread/writing/held-files";
import { sendsMessage } from "../../thread/writing/keys";
import { LargeTextNote } from "../../thread/writing/large-text-note";
import { NotStored } from "../../thread/writing/not-stored";
import { cancel, resend } from "../../thread/writing/rewind";
import { type Editing, rewindState } from "../../thread/writing/rewind-state";
import { TakeAlong } from "../../thread/writing/take-along";
import { TooLong } from "../../thread/writing/too-long";
import { useLargeText } from "../../thread/writing/use-large-text";
import { focusIfNowhere } from "../../ui/focus";
import { ChangedFilesLine } from "./changed-files-line";
import "../../thread/writing/writing.css";
import "./rewind.css";

const turnsFrom = (cells: readonly MessageCell[], message_id: MessageId): number =>
  cells.filter(({ id, get }) => id >= message_id && get().message.role === "user").length;

const turnsOf = (cell: MessageCell | undefined): number =>
  (cell && compactionOf(cell.get().message)?.turns) ?? 0;

/** Counts the turns from the edited message on, including its own. Turns of a summary are followed by those of later ones. */
function useTurnsFrom({ thread, home, edited: { message_id } }: Editing): number {
  const beside = useStore(thread.drawn, ({ cells }) => cells);
  const cells = useStore(home.drawn, (state) => state.cells);
  const timeline = useStore(thread.drawn, (state) => state.timeline);
  const shown = turnsFrom(cells, message_id);
  if (thread === home) return shown;
  const summarised = timeline !== undefined && "turns" in timeline ? timeline.turns : 0;
  return shown + turnsFrom(beside, message_id) + Math.max(0, turnsOf(cells[0]) - summarised);
}

/**
 * Brings the editor into view, with the focus where its user's press has led to it. One that comes back by itself, after a restart, with its
 * session, or when its place is unfolded, takes the focus from nobody: the user may be writing elsewhere.
 */
function useArrival(editing: Editing): void {
  useLayoutEffect(() => {
    const { box } = editing.draft;
    if (box === undefined) return;
    if (editing.takeFocusAsked()) box.focus({ preventScroll: true });
    else if (editing.edited.from !== "draft") focusIfNowhere(box);
    box.setSelectionRange(box.textLength, box.textLength);
    box.scrollTop = box.scrollHeight;
    box.closest("article")?.scrollIntoView({ block: "nearest" });
  }, [editing]);
}

export function RewindEditor({ editing }: { editing: Editing }) {
  return (
    <ThreadContext.Provider value={editing.place}>
      <Form editing={editing} />
    </ThreadContext.Provider>
  );
}

/** The facts about the text that the buttons need. A render happens only when one of them changes. */
function useWeight(editing: Editing) {
  const [tooLong, setTooLong] = useState<number>();
  const [blank, setBlank] = useState(false);
  const [weigh] = useState(() => () => {
    const { length } = editing.text;
    setBlank(editing.isBlank);
    setTooLong(length > LONGEST_TEXT ? length : undefined);
  });
  return { tooLong, blank, weigh };
}

/** Keeps the text box as a draft (QU-2): everything typed, pasted or picked in it. */
function useKept(editing: Editing, textBox: RefObject<HTMLTextAreaElement | null>, changed: () => void) {
  const { place, draft, thread } = editing;
  const [note] = useState(() => () => {
    changed();
    draft.note();
  });
  const holding = useLargeText(textBox, (text) => {
    if (textBox.current !== null) textBox.current.value = text;
    note();
  });
  useLayoutEffect(() => {
    const box = textBox.current;
    draft.box = box ?? undefined;
    if (box !== null) box.readOnly = draft.isSending;
    // When the editor vanishes with the focus, the composer takes it.
    return () => {
      if (box?.form?.contains(document.activeElement)) thread.focusComposer();
    };
  }, [draft, thread, textBox]);
  useEffect(
    () =>
      place.model.store.subscribe(({ picked }, before) => {
        if (picked !== before.picked) draft.note();
      }),
    [place, draft],
  );
  useEffect(
    () =>
      place.files.store.subscribe(({ files }, before) => {
        if (files !== before.files) note();
      }),
    [place, note],
  );
  const onInput = () => {
    holding.onInput();
    note();
  };
  return { ...holding, onInput };
}

function Form({ editing }: { editing: Editing }) {
  const { t } = useTranslation("rewind");
  const slots = useSlots();
  const textBox = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  // The beginning of a conversation is folded away with the editor in it, and an editor that resends may come back.
  const [begins] = useState(editing.typed);
  const turns = useTurnsFrom(editing);
  const free = useThreadDrawn(isFree);
  const { tooLong, blank, weigh } = useWeight(editing);
  const { remove, ...typing } = useKept(editing, textBox, weigh);
  const adding = useStore(editing.place.files.store, (state) => state.adding.length > 0);
  useArrival(editing);
  useEffect(() => {
    // A summary that failed has ended too, and its failure stays (RW-8).
    const { failure } = editing.draft.error.getState();
    if (free && failure?.code === "SESSION_BUSY") editing.draft.calm();
  }, [free, editing]);

  const submit = () => {
    weigh();
    void resend(editing);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onBoxKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!sendsMessage(event)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="rewind"
      aria-label={t("editor")}
      onSubmit={onSubmit}
      onKeyDown={(event) => onFormKey(event, () => cancel(editing))}
    >
      {slots && <slots.Attachments files={editing.place.files} />}
      <textarea
        ref={textBox}
        className="writing-text rewind-text"
        dir="auto"
        spellCheck
        rows={1}
        defaultValue={begins}
        aria-label={t("text")}
        aria-describedby={hint}
        onBlur={() => editing.draft.flush()}
        onKeyDown={onBoxKey}
        {...typing}
      />
      <LargeTextNote onRemove={remove} />
      <TooLong characters={tooLong} />
      <NotStored draft={editing.draft} />
      {slots && <slots.ModelNote />}
      <p className="rewind-hint" id={hint}>
        {t("hides", { count: turns })}
      </p>
      <ThreadContext.Provider value={editing.home}>
        <ChangedFilesLine from={editing.edited.message_id} />
      </ThreadContext.Provider>
      <Leaving editing={editing} />
      <Foot
        files={editing.place.files}
        disabled={blank || adding || tooLong !== undefined}
        onCancel={() => cancel(editing)}
      />
    </form>
  );
}

/** The choice to take a summary along, and how far that has come (RW-8). */
function Leaving({ editing }: { editing: Editing }) {
  const slots = useSlots();
  const choice = useStore(editing.along);
  const isLeaving = useStore(rewindState(editing.home), ({ leaving }) => leaving);
  return (
    <>
      <TakeAlong choice={choice} disabled={isLeaving} onChange={(next) => editing.along.setState(next)} />
      <ThreadContext.Provider value={editing.home}>
        {slots && isLeaving ? <slots.CompactionProgress inEditor /> : null}
      </ThreadContext.Provider>
    </>
  );
}

/** React sends the keys of an open popup through here as well. */
function onFormKey(event: KeyboardEvent<HTMLFormElement>, leave: () => void): void {
  const isInside = event.currentTarget.contains(event.target as Node);
  if (event.defaultPrevented || !isInside || event.key !== "Escape" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  leave();
}

interface FootProps {
  files: HeldFiles;
  disabled: boolean;
  onCancel: () => void;
}

function Foot({ files, disabled, onCancel }: FootProps) {
  const { t } = useTranslation("rewind");
  const slots = useSlots();
  return (
    <div className="writing-foot">
      {slots && <slots.AttachButton files={files} />}
      {slots && <slots.ModelSelect />}
      {slots && <slots.ThinkingSelect />}
      <span className="writing-room" />
      <button
        type="button"
        className="button"
        title={t("cancel-tip", { key: nameOfKey("Escape") })}
        onClick={onCancel}
      >
        {t("cancel")}
      </button>
      <button
        type="submit"
        className="button button-primary"
        disabled={disabled}
        title={t("resend-tip", { key: nameOfKey("Enter") })}
      >
        {t("resend")}
      </button>
    </div>
  );
}
