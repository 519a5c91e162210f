/** The part below the list: facts about the model that Enter would choose, and its buttons. */

import { useStore } from "zustand";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import { appInfo } from "../../platform/app-info";
import { openDialog, openProvider } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { useFavourites } from "../../thread/model/current-model";
import { isSameModel, lacksKey } from "../../thread/model/model-choice";
import { factSentences } from "../../thread/model/model-words";
import { useThread, useThreadView } from "../../thread/thread";
import { FitMark, useMisfit } from "./model-fit";
import { makeDefault, toggleFavourite } from "./model-marks";

export function ModelDetails({ model }: { model: ModelChoice }) {
  const { t } = useTranslation("models");
  const inWords = useInWords();
  const thread = useThread();
  const starred = useFavourites().some((ref) => isSameModel(ref, model.ref));
  const isDefault = useStore(
    appInfo,
    ({ info }) => info !== undefined && isSameModel(info.default_model, model.ref),
  );
  const root = useThreadView((state) => state.workspace_root ?? state.view?.session.workspace_root);
  const isFolders = useStore(appInfo, ({ info }) => {
    const own = root === undefined ? undefined : info?.workspace_models[root];
    return own !== undefined && isSameModel(own, model.ref);
  });
  const misfit = useMisfit()(model);
  const usable = model.unavailable === undefined;
  return (
    <div className="model-details">
      <bdi className="model-details-id">
        {model.ref.provider_id}/{model.ref.model_id}
      </bdi>
      <div className="model-details-facts">
        {usable ? factSentences(model).join(" · ") : <bdi>{inWords(model.unavailable)}</bdi>}
      </div>
      {misfit === undefined ? null : (
        <div className="model-details-fit">
          <FitMark misfit={misfit} />
          <span aria-hidden="true">{t(`fit.${misfit}`)}</span>
        </div>
      )}
      <div className="model-details-actions">
        {lacksKey(model) ? (
          <button
            type="button"
            className="button button-link"
            onClick={() => {
              thread.model.open(undefined);
              openProvider(model.ref.provider_id, "key");
            }}
          >
            {t("enter-key")}
          </button>
        ) : null}
        <button
          type="button"
          className="button button-link"
          aria-pressed={starred}
          aria-keyshortcuts="Control+D"
          onClick={() => toggleFavourite(model.ref)}
        >
          {t(starred ? "unstar" : "star")}
        </button>
        {isDefault ? <span>{t("is-default")}</span> : null}
        {usable && !isDefault ? (
          <button type="button" className="button button-link" onClick={() => makeDefault(model.ref)}>
            {t("make-default")}
          </button>
        ) : null}
        {usable && root !== undefined && !isFolders ? (
          <button type="button" className="button button-link" onClick={() => makeDefault(model.ref, root)}>
            {t("make-folder-default")}
          </button>
        ) : null}
        <ProvidersButton />
      </div>
    </div>
  );
}

function ProvidersButton() {
  const { t } = useTranslation("models");
  const thread = useThread();
  return (
    <button
      type="button"
      className="button button-link"
      onClick={() => {
        thread.model.open(undefined);
        openDialog({ name: "settings", page: "providers" });
      }}
    >
      {t("providers")}
    </button>
  );
}

/** Stands there where no model is meant, because none has the name that is looked for. */
export function NoDetails() {
  return (
    <div className="model-details">
      <div className="model-details-actions">
        <ProvidersButton />
      </div>
    </div>
  );
}
