/** The summary as a form in its place (CP-7): its text, Cancel and Save. The text is kept as a draft (QU-2). */

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { LONGEST_SUMMARY } from "../../../src-preload/contract/domain/compaction";
import { useTranslation } from "../../platform/language/use-translation";
import { useThreadDrawn } from "../../thread/thread";
import { isFree } from "../../thread/view/session-view";
import { NotStored } from "../../thread/writing/not-stored";
import { dropSummary, type SummaryEditing } from "../../thread/writing/summary-editor";
import { saveSummary } from "./compaction";
import { SummaryForm } from "./form";

/** Ties the text box to the draft. When the editor vanishes with the focus, the composer takes it. */
function useKeptText(editing: SummaryEditing) {
  const { draft, thread } = editing;
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const text = box.current;
    if (text === null) return;
    draft.box = text;
    if (editing.isAsked) text.focus({ preventScroll: true });
    text.form?.scrollIntoView({ block: "nearest" });
    return () => {
      if (text.form?.contains(document.activeElement)) thread.focusComposer();
    };
  }, [editing, draft, thread]);
  return box;
}

export function SummaryEditor({ editing }: { editing: SummaryEditing }) {
  const { t } = useTranslation("compaction");
  const { draft } = editing;
  const box = useKeptText(editing);
  // A row that is built anew goes on with what was typed.
  const [begins] = useState(editing.text);
  const [{ isBlank, length }, weigh] = useState({ isBlank: begins.trim() === "", length: begins.length });
  const free = useThreadDrawn(isFree);
  useEffect(() => {
    if (free) draft.calm();
  }, [free, draft]);
  const onInput = () => {
    const { text } = editing;
    weigh({ isBlank: text.trim() === "", length: text.length });
    draft.note();
  };
  const textbox = {
    ref: box,
    rows: 6,
    "aria-label": t("text"),
    defaultValue: begins,
    onInput,
    onBlur: () => draft.flush(),
  };
  return (
    <SummaryForm
      name={t("editor")}
      save={t("save")}
      length={length}
      most={LONGEST_SUMMARY}
      isBlank={isBlank}
      box={textbox}
      onSave={() => void saveSummary(editing)}
      onCancel={() => dropSummary(editing)}
    >
      <NotStored draft={draft} />
    </SummaryForm>
  );
}
