/** Said above the buttons where the model that is chosen cannot answer (RN-2): which, why, and the way to another. */

import { useStore } from "zustand";
import { useTranslation } from "../../language/use-translation";
import { appView } from "../../state/app";
import { usePane } from "../../state/pane";
import { useChoice } from "./current-model";

export function ModelNote() {
  const { t } = useTranslation("models");
  // Before main has said which there are, none is missing.
  const known = useStore(appView, (state) => state.info !== undefined);
  const choice = useChoice();
  const { model } = usePane();
  if (!known || choice?.unavailable === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form.
    <div className="composer-note" role="group" aria-label={t("cannot-answer")}>
      <span className="composer-note-words">
        <bdi>{choice.label}</bdi> <bdi>{choice.unavailable}</bdi>
      </span>
      <button type="button" className="button" onClick={() => model.open("models")}>
        {t("choose-another")}
      </button>
    </div>
  );
}
