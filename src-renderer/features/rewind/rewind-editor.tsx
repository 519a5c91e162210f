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
import type { ErrorInfo } from "../../../src-preload/contract/errors";
import { LONGEST_TEXT } from "../../../src-preload/contract/limits";
import { toErrorInfo } from "../../bridge";
import { nameOfKey } from "../../commands/key-names";
import { useTranslation } from "../../language/use-translation";
import { type Pane, PaneContext, usePane, usePaneView } from "../../state/pane";
import type { Editing } from "../../state/rewinding";
import { isFree } from "../../state/session-view";
import { noteDraft, usePickInDraft } from "../composer/drafts";
import { HeldNote } from "../composer/held-note";
import { sendsMessage } from "../composer/keys";
import { TooLong } from "../composer/too-long";
import { useHolding } from "../composer/use-holding";
import { ModelNote } from "../models/model-note";
import { ModelSelect } from "../models/model-select";
import { ThinkingSelect } from "../models/thinking-select";
import { cancel, resend } from "./rewind";
import "../composer/composer.css";
import "./rewind.css";

/** Turns from the message on: its own one, too. */
function useTurnsFrom({ message_id }: Editing): number {
  const cells = usePaneView((state) => state.cells);
  return cells.filter(({ id, get }) => id >= message_id && get().message.role === "user").length;
}

/** What went wrong, until something changes that may have put it right. */
function useFailure(): [ErrorInfo | undefined, (failure: ErrorInfo | undefined) => void] {
  const [failure, setFailure] = useState<ErrorInfo>();
  const free = usePaneView(isFree);
  useEffect(() => {
    if (free) setFailure(undefined);
  }, [free]);
  return [failure, setFailure];
}

/** In view and with the focus; what a restart has put there is in view, while one may be writing elsewhere. */
function useArrival(editing: Editing): void {
  useLayoutEffect(() => {
    const { box, from } = editing;
    if (box === undefined) return;
    if (from !== "draft") box.focus({ preventScroll: true });
    box.setSelectionRange(box.textLength, box.textLength);
    box.closest("article")?.scrollIntoView({ block: "nearest" });
  }, [editing]);
}

export function RewindEditor({ editing }: { editing: Editing }) {
  const pane = usePane();
  return (
    <PaneContext.Provider value={editing.place}>
      <Form editing={editing} pane={pane} />
    </PaneContext.Provider>
  );
}

interface FormProps {
  editing: Editing;
  /** In which the message stands. */
  pane: Pane;
}

/** What the buttons have to know of the text; a render only where it changes. */
function useWeight(editing: Editing) {
  const [tooLong, setTooLong] = useState<number>();
  const [blank, setBlank] = useState(false);
  const weigh = () => {
    const { text } = editing;
    setBlank(text.trim() === "");
    setTooLong(text.length > LONGEST_TEXT ? text.length : undefined);
  };
  return { tooLong, blank, weigh };
}

/** The text box as a draft (QU-2): what is typed, pasted or picked in it is kept. */
function useKept(editing: Editing, textBox: RefObject<HTMLTextAreaElement | null>, changed: () => void) {
  const { place } = editing;
  const note = () => {
    changed();
    editing.kept = true;
    if (!editing.sending && textBox.current !== null) noteDraft(place, textBox.current);
  };
  const holding = useHolding(textBox, (text) => {
    if (textBox.current !== null) textBox.current.value = text;
    note();
  });
  useLayoutEffect(() => {
    editing.box = textBox.current ?? undefined;
  }, [editing, textBox]);
  usePickInDraft(textBox);
  useEffect(
    () =>
      place.model.store.subscribe(({ picked }, before) => {
        if (picked !== before.picked) editing.kept = true;
      }),
    [place, editing],
  );
  const onInput = () => {
    holding.onInput();
    note();
  };
  return { ...holding, onInput };
}

function Form({ editing, pane }: FormProps) {
  const { t } = useTranslation("rewind");
  const textBox = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const turns = useTurnsFrom(editing);
  const [failure, setFailure] = useFailure();
  const { tooLong, blank, weigh } = useWeight(editing);
  const { remove, ...typing } = useKept(editing, textBox, () => {
    setFailure(undefined);
    weigh();
  });
  useArrival(editing);

  const submit = () => {
    weigh();
    resend(pane, editing).catch((error: unknown) => setFailure(toErrorInfo(error)));
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
      onKeyDown={(event) => onFormKey(event, () => cancel(pane, editing))}
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
        onBlur={() => editing.place.drafts.flush()}
        onKeyDown={onBoxKey}
        {...typing}
      />
      <HeldNote onRemove={remove} />
      <TooLong characters={tooLong} />
      <Failure failure={failure} />
      <ModelNote />
      <p className="rewind-hint" id={hint}>
        {t("hides", { count: turns })}
      </p>
      <Foot disabled={blank || tooLong !== undefined} onCancel={() => cancel(pane, editing)} />
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

function Failure({ failure }: { failure: ErrorInfo | undefined }) {
  const { t } = useTranslation("rewind");
  if (failure === undefined) return null;
  // That one says it itself.
  const kept = failure.code === "SESSION_BUSY" ? null : t("kept");
  return (
    <p className="rewind-failure" role="alert">
      <strong>{failure.message}</strong> {failure.hint} {kept}
    </p>
  );
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
