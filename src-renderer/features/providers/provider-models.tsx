/**
 * The models of one provider: the user searches them, uses one for new sessions, or corrects its limits and prices. Shows one page of them.
 */

import { Check, Pencil } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { ProviderInfo, ProviderModel } from "../../../src-preload/contract/domain/providers";
import type { WantedModel } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { shortFacts } from "../../thread/model/model-words";
import { IconButton } from "../../ui/icon-button";
import { TextField } from "../../ui/text-field";
import { ModelForm } from "./model-form";
import { change, providersState } from "./providers-state";
import { forms, typedIn } from "./unsaved";

/** The most models shown; the search finds the rest. */
const SHOWN = 40;
/** Fewer models need no search. */
const SEARCHED = 8;

/** `wanted`: the model for whose form the settings were opened. */
export function ProviderModels({
  provider,
  wanted,
}: {
  provider: ProviderInfo;
  wanted?: WantedModel | undefined;
}) {
  const { t } = useTranslation("providers");
  const { models } = provider;
  const isSearched = models.length > SEARCHED;
  const [arrived, setArrived] = useState(wanted);
  const [search, setSearch] = useState(isSearched ? (wanted?.model_id ?? "") : "");
  const searchFor = (text: string) => {
    // The form that was asked for opens once.
    setArrived(undefined);
    setSearch(text);
  };
  const words = search.toLowerCase().split(/\s+/);
  const found = models.filter(({ id, label }) => {
    const name = `${id} ${label}`.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  const more = found.length - SHOWN;
  return (
    <section className="provider-models" aria-label={t("models")}>
      <h3>{t("models")}</h3>
      {isSearched ? (
        <TextField
          label={t("find-model")}
          hideLabel
          placeholder={t("find-model")}
          value={search}
          onChange={searchFor}
        />
      ) : null}
      {found.length === 0 ? (
        <p className="provider-note">{t(models.length === 0 ? "no-models" : "no-such-model")}</p>
      ) : (
        <ul>
          {found.slice(0, SHOWN).map((model) => (
            <ModelRow
              key={model.id}
              provider={provider}
              model={model}
              wanted={model.id === arrived?.model_id ? arrived.part : undefined}
            />
          ))}
        </ul>
      )}
      {more > 0 ? <p className="provider-note">{t("more-models", { count: more })}</p> : null}
    </section>
  );
}

interface ModelRowProps {
  provider: ProviderInfo;
  model: ProviderModel;
  wanted: WantedModel["part"] | undefined;
}

function ModelRow({ provider, model, wanted }: ModelRowProps) {
  const { t } = useTranslation("providers");
  const [editing, setEditing] = useState(
    () => wanted !== undefined || typedIn(forms.model(provider.id, model.id)) !== undefined,
  );
  const ref = { provider_id: provider.id, model_id: model.id };
  const isDefault = useStore(providersState, ({ view }) => {
    const chosen = view?.default_model;
    return chosen?.provider_id === ref.provider_id && chosen.model_id === ref.model_id;
  });
  const facts = [
    shortFacts({ ...model, offline: false }),
    ...(model.small === true ? [t("small")] : []),
    ...(model.assumed === true ? [t("assumed")] : []),
  ];
  return (
    <li className="provider-model">
      <div className="provider-model-line">
        <span className="provider-model-name" dir="auto" title={model.id}>
          {model.label}
        </span>
        <span className="provider-model-facts">{facts.join(" · ")}</span>
        {isDefault ? (
          <span className="provider-model-default">
            <Check />
            {t("default")}
          </span>
        ) : (
          <button
            type="button"
            className="button button-link"
            aria-label={`${t("make-default")}: ${model.label}`}
            onClick={() => void change("providers.set_default", { model: ref })}
          >
            {t("make-default")}
          </button>
        )}
        <IconButton
          label={t("edit-model", { model: model.label })}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          <Pencil />
        </IconButton>
      </div>
      {editing ? (
        <ModelForm provider_id={provider.id} model={model} wanted={wanted} onDone={() => setEditing(false)} />
      ) : null}
    </li>
  );
}
