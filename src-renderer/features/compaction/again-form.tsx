/** The form that has the same turns summarised anew (CP-7), with the points to keep in more detail. */

import { useId, useLayoutEffect, useRef, useState } from "react";
import { LONGEST_FOCUS } from "../../../src-preload/contract/domain/compaction";
import { say } from "../../platform/announce";
import { useTranslation } from "../../platform/language/use-translation";
import { useThread, useThreadDrawn } from "../../thread/thread";
import { isFree } from "../../thread/view/session-view";
import type { Again } from "../../thread/writing/summary-editor";
import { closeAgain, summariseAgain } from "./compaction";
import { SummaryForm } from "./form";

export function AgainForm({ again }: { again: Again }) {
  const { t } = useTranslation("compaction");
  const { t: rewind } = useTranslation("rewind");
  const thread = useThread();
  const free = useThreadDrawn(isFree);
  const box = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const [length, setLength] = useState(again.focus.length);
  useLayoutEffect(() => {
    const text = box.current;
    if (text === null) return;
    text.focus({ preventScroll: true });
    text.setSelectionRange(text.textLength, text.textLength);
    text.form?.scrollIntoView({ block: "nearest" });
  }, []);
  const onInput = () => {
    again.focus = box.current?.value ?? "";
    setLength(again.focus.length);
  };
  const onSave = () => {
    if (free) void summariseAgain(thread, again);
    else say(rewind("when-free"));
  };
  const textbox = {
    ref: box,
    rows: 2,
    "aria-label": t("focus"),
    "aria-describedby": hint,
    defaultValue: again.focus,
    onInput,
  };
  return (
    <SummaryForm
      name={t("again-form")}
      save={t("again-form")}
      length={length}
      most={LONGEST_FOCUS}
      box={textbox}
      onSave={onSave}
      onCancel={() => closeAgain(thread)}
    >
      <p className="field-hint" id={hint}>
        {t("focus-hint")}
      </p>
    </SummaryForm>
  );
}
