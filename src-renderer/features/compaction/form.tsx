/** The form in which the text of a summary, or the focus of a new one, is written. */

import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { nameOfKey } from "../../platform/commands/key-names";
import { useTranslation } from "../../platform/language/use-translation";

interface SummaryFormProps {
  name: string;
  /** The words of the button that submits. */
  save: string;
  /** Characters of the text, and how many it may have. A longer one is not submitted. */
  length: number;
  most: number;
  isBlank?: boolean;
  box: ComponentProps<"textarea">;
  onSave: () => void;
  onCancel: () => void;
  /** Stands between the text and the buttons. */
  children?: ReactNode;
}

export function SummaryForm({
  name,
  save,
  length,
  most,
  isBlank = false,
  box,
  onSave,
  onCancel,
  children,
}: SummaryFormProps) {
  const { t } = useTranslation("compaction");
  const isRefused = isBlank || length > most;
  // Escape leaves the form, and does not stop the answer.
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.defaultPrevented || event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onCancel();
  };
  return (
    <form
      className="summary-form"
      aria-label={name}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRefused) onSave();
      }}
    >
      <textarea className="input summary-text" dir="auto" spellCheck {...box} />
      {length > most && (
        <p className="field-error" role="alert">
          {t("too-long", { most, characters: length })}
        </p>
      )}
      {children}
      <div className="form-foot">
        <button
          type="button"
          className="button"
          title={`${t("cancel")} (${nameOfKey("Escape")})`}
          onClick={onCancel}
        >
          {t("cancel")}
        </button>
        <button type="submit" className="button button-primary" disabled={isRefused}>
          {save}
        </button>
      </div>
    </form>
  );
}
