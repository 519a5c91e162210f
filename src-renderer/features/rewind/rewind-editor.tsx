/** An earlier message, in its place, as a form (RW-1): its text, its model, what would be hidden, Cancel and Resend. */
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
import { LONGEST_TEXT } from "../../../src-preload/contract/limits";
import { nameOfKey } from "../../commands/key-names";
import { useTranslation } from "../../language/use-translation";
import { PaneContext, usePaneDrawn } from "../../state/pane";
import type { Editing } from "../../state/rewinding";
import { isFree } from "../../state/session-view";
import { HeldNote } from "../composer/held-note";
import { sendsMessage } from "../composer/keys";
import { NotStored } from "../composer/not-stored";
import { TooLong } from "../composer/too-long";
import { useHolding } from "../composer/use-holding";
import { ModelNote } from "../models/model-note";
import { ModelSelect } from "../models/model-select";
import { ThinkingSelect } from "../models/thinking-select";
import { cancel, giveWay, resend } from "./rewind";
import "../composer/composer.css";
import "./rewind.css";

/** Turns from the message on: its own one, too. */
function useTurnsFrom({ message_id }: Editing): number {
  const cells = usePaneDrawn((state) => state.cells);
  return cells.filter(({ id, get }) => id >= message_id && get().message.role === "user").length;
}

/** In view and with the focus; what a restart has put there is in view, while one may be writing elsewhere. */
function useArrival(editing: Editing): void {
  useLayoutEffect(() => {
    const { box, from } = editing;
    if (box === undefined) return;
    if (from !== "draft") box.focus({ preventScroll: true });
    box.setSelectionRange(box.textLength, box.textLength);
    box.scrollTop = box.scrollHeight;
    box.closest("article")?.scrollIntoView({ block: "nearest" });
  }, [editing]);
}

export function RewindEditor({ editing }: { editing: Editing }) {
  return (
    <PaneContext.Provider value={editing.place}>
      <Form editing={editing} />
    </PaneContext.Provider>
  );
}

/** What the buttons have to know of the text; a render only where it changes. */
function useWeight(editing: Editing) {
  const [tooLong, setTooLong] = useState<number>();
  const [blank, setBlank] = useState(false);
  const weigh = () => {
    const { length } = editing.text;
    setBlank(editing.isBlank);
    setTooLong(length > LONGEST_TEXT ? length : undefined);
  };
  return { tooLong, blank, weigh };
}

/** The text box as a draft (QU-2): what is typed, pasted or picked in it is kept. */
function useKept(editing: Editing, textBox: RefObject<HTMLTextAreaElement | null>, changed: () => void) {
  const { place } = editing;
  const note = () => {
    changed();
    editing.note();
  };
  const holding = useHolding(textBox, (text) => {
    if (textBox.current !== null) textBox.current.value = text;
    note();
  });
  useLayoutEffect(() => {
    editing.box = textBox.current ?? undefined;
    return () => giveWay(editing);
  }, [editing, textBox]);
  useEffect(
    () =>
      place.model.store.subscribe(({ picked }, before) => {
        if (picked !== before.picked) editing.note();
      }),
    [place, editing],
  );
  const onInput = () => {
    holding.onInput();
    note();
  };
  return { ...holding, onInput };
}

function Form({ editing }: { editing: Editing }) {
  const { t } = useTranslation("rewind");
  const textBox = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const turns = useTurnsFrom(editing);
  const free = usePaneDrawn(isFree);
  const { tooLong, blank, weigh } = useWeight(editing);
  const { remove, ...typing } = useKept(editing, textBox, weigh);
  useArrival(editing);
  useEffect(() => {
    if (free) editing.calm();
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
      <textarea
        ref={textBox}
        className="composer-text rewind-text"
        dir="auto"
        spellCheck
        rows={1}
        defaultValue={editing.begins}
        aria-label={t("text")}
        aria-describedby={hint}
        onBlur={() => editing.drafts.flush()}
        onKeyDown={onBoxKey}
        {...typing}
      />
      <HeldNote onRemove={remove} />
      <TooLong characters={tooLong} />
      <NotStored editor={editing} />
      <ModelNote />
      <p className="rewind-hint" id={hint}>
        {t("hides", { count: turns })}
      </p>
      <Foot disabled={blank || tooLong !== undefined} onCancel={() => cancel(editing)} />
    </form>
  );
}

/** Keys of a list that lies over the page come here as well. */
function onFormKey(event: KeyboardEvent<HTMLFormElement>, leave: () => void): void {
  const isInside = event.currentTarget.contains(event.target as Node);
  if (event.defaultPrevented || !isInside || event.key !== "Escape" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  leave();
}

function Foot({ disabled, onCancel }: { disabled: boolean; onCancel: () => void }) {
  const { t } = useTranslation("rewind");
  return (
    <div className="composer-foot">
      <ModelSelect />
      <ThinkingSelect />
      <span className="composer-room" />
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
