/** The note above the buttons when the chosen model cannot answer (RN-2): the model, the reason, and the ways to its key and to another one. */

import { useStore } from "zustand";
import { appInfo } from "../../platform/app-info";
import { openProvider } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { useChoice } from "../../thread/model/current-model";
import { lacksKey } from "../../thread/model/model-choice";
import { useThread } from "../../thread/thread";
import "../../thread/writing/writing.css";

export function ModelNote() {
  const { t } = useTranslation("models");
  const inWords = useInWords();
  // No model counts as missing before main has listed them.
  const known = useStore(appInfo, (state) => state.info !== undefined);
  const choice = useChoice();
  const { model } = useThread();
  if (!known || choice?.unavailable === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form.
    <div className="writing-note" role="group" aria-label={t("cannot-answer")}>
      <span className="writing-note-words">
        <bdi>{choice.label}</bdi> <bdi>{inWords(choice.unavailable)}</bdi>
      </span>
      <span className="writing-note-buttons">
        {lacksKey(choice) ? (
          <button
            type="button"
            className="button"
            onClick={() => openProvider(choice.ref.provider_id, "key")}
          >
            {t("enter-key")}
          </button>
        ) : null}
        <button type="button" className="button" onClick={() => model.open("models")}>
          {t("choose-another")}
        </button>
      </span>
    </div>
  );
}
