/** Facts of one model where they differ from the known ones. Typed fields go into `settings.json`, empty ones do not. */

import { useId, useState } from "react";
import type { ThinkingLevel } from "../../../src-preload/contract/domain/models";
import type { ProviderModel } from "../../../src-preload/contract/domain/providers";
import type { WantedModel } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { Select } from "../../ui/select";
import { TextField } from "../../ui/text-field";
import { compactionTexts, readCompaction } from "./compaction-fields";
import { ModelCompaction } from "./model-compaction";
import { type FieldName, limits, readFields, startingFields } from "./model-fields";
import { ModelSwitches, readSwitches } from "./model-switches";
import { change } from "./providers-state";
import { forgetTyped, forms, noteTyped, useTyped } from "./unsaved";

interface ModelFormProps {
  provider_id: string;
  model: ProviderModel;
  /** What the settings were opened for: its first field takes the focus. */
  wanted: WantedModel["part"] | undefined;
  onDone: () => void;
}

const words = {
  context_limit: "model.context",
  max_output: "model.output",
  input: "model.input-price",
  output: "model.output-price",
  cache_read: "model.cache-read-price",
  cache_write: "model.cache-write-price",
} as const satisfies Record<FieldName, string>;
const NOT_TYPED = {};
const names = Object.keys(words) as FieldName[];

interface DefaultThinkingProps {
  levels: readonly ThinkingLevel[];
  value: ThinkingLevel | "off";
  onChange: (level: ThinkingLevel | "off") => void;
}

function DefaultThinking({ levels, value, onChange }: DefaultThinkingProps) {
  const { t } = useTranslation(["providers", "models"]);
  const label = useId();
  return (
    <div className="model-small">
      <span id={label}>{t("providers:model.default-thinking")}</span>
      <Select
        aria-labelledby={label}
        value={value}
        options={(["off", ...levels] as const).map((level) => ({
          value: level,
          label: t(`models:level.${level}`),
        }))}
        onChange={onChange}
      />
    </div>
  );
}

interface FactFieldsProps {
  fields: Record<FieldName, string>;
  wrong: ReturnType<typeof readFields>["wrong"];
  isWanted: boolean;
  onChange: (name: FieldName, value: string) => void;
}

/** The limits and prices of a model. */
function FactFields({ fields, wrong, isWanted, onChange }: FactFieldsProps) {
  const { t } = useTranslation("providers");
  const complaint = (name: FieldName) =>
    wrong.get(name) === "pair" ? t("model.both-prices") : t("model.number", limits(name));
  return (
    <div className="model-fields">
      {names.map((name) => (
        <TextField
          key={name}
          label={t(words[name])}
          inputMode="decimal"
          value={fields[name]}
          autoFocus={isWanted && name === "context_limit"}
          onChange={(value) => onChange(name, value)}
          {...(wrong.has(name) ? { error: complaint(name) } : {})}
        />
      ))}
    </div>
  );
}

export function ModelForm({ provider_id, model, wanted, onDone }: ModelFormProps) {
  const { t } = useTranslation(["providers", "common"]);
  const form = forms.model(provider_id, model.id);
  const stored = model.default_thinking ?? "off";
  const {
    switches = NOT_TYPED,
    default_thinking = stored,
    compaction = NOT_TYPED,
    ...typed
  } = useTyped(form);
  const [begins] = useState(() => startingFields(model));
  const fields = { ...begins, ...typed };
  const { wrong, values } = readFields(fields);
  const own = readCompaction(compaction);
  const isWrong = wrong.size > 0 || own.wrong.size > 0;
  const done = () => {
    forgetTyped(form);
    onDone();
  };
  const save = async () => {
    const said = {
      ...values,
      ...readSwitches(model, switches),
      ...(default_thinking === stored
        ? {}
        : { default_thinking: default_thinking === "off" ? null : default_thinking }),
      ...(Object.keys(own.values).length === 0 ? {} : { compaction: own.values }),
    };
    if (await change("providers.save_model", { provider_id, model_id: model.id, ...said })) done();
  };
  return (
    <form
      className="model-form"
      aria-label={t("providers:model.form", { model: model.label })}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) void save();
      }}
    >
      <p className="provider-note">{t("providers:model.hint")}</p>
      <FactFields
        fields={fields}
        wrong={wrong}
        isWanted={wanted === "limits"}
        onChange={(name, value) => noteTyped(form, { [name]: value })}
      />
      {model.thinking === undefined ? null : (
        <DefaultThinking
          levels={model.thinking}
          value={default_thinking}
          onChange={(level) => noteTyped(form, { default_thinking: level })}
        />
      )}
      <ModelSwitches
        model={model}
        typed={switches}
        isWanted={wanted === "reads"}
        onChange={(switches) => noteTyped(form, { switches })}
      />
      <ModelCompaction
        stored={compactionTexts(model)}
        typed={compaction}
        onChange={(texts) => noteTyped(form, { compaction: texts })}
      />
      <div className="provider-actions">
        <button type="submit" className="button button-primary" disabled={isWrong}>
          {t("providers:model.save")}
        </button>
        <button type="button" className="button button-quiet" onClick={done}>
          {t("common:cancel")}
        </button>
      </div>
    </form>
  );
}
