/** The note for a text that is held beside the text box: its size, its beginning, and a button to remove it. */
import { X } from "lucide-react";
import { useStore } from "zustand";
import { spokenLanguage } from "../../platform/language/language";
import { useTranslation } from "../../platform/language/use-translation";
import { useThread } from "../thread";
import "./large-text-note.css";

const BEGINNING = 80;

export function LargeTextNote({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation("composer");
  const text = useStore(useThread().large.store, (state) => state.text);
  if (text === "") return null;
  const characters = new Intl.NumberFormat(spokenLanguage()).format(text.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form.
    <div className="large-text-note" role="group" aria-label={t("held", { characters })}>
      <span className="held-size">{t("held", { characters })}</span>
      <bdi className="held-beginning one-line">{text.slice(0, BEGINNING)}</bdi>
      <button type="button" className="button button-icon" aria-label={t("held-remove")} onClick={onRemove}>
        <X />
      </button>
    </div>
  );
}
