/** The settings of compaction that a model has of its own (CP-8), folded away: few models need any. */

import { useId, useState } from "react";
import type { CompactionName } from "../../../src-preload/contract/domain/settings";
import { useTranslation } from "../../platform/language/use-translation";
import { Select } from "../../ui/select";
import { TextField } from "../../ui/text-field";
import {
  type CompactionTexts,
  compactionLimits,
  NUMBERS,
  readCompaction,
  SWITCHES,
  unitOf,
} from "./compaction-fields";

interface ModelCompactionProps {
  /** The texts of the stored values. */
  stored: CompactionTexts;
  /** The texts that the user has changed. */
  typed: CompactionTexts;
  onChange: (typed: CompactionTexts) => void;
}

interface OnOffProps {
  name: (typeof SWITCHES)[number];
  text: string;
  onChange: (text: string) => void;
}

function OnOff({ name, text, onChange }: OnOffProps) {
  const { t } = useTranslation(["providers", "settings"]);
  const label = useId();
  return (
    <div className="field">
      <span id={label} className="field-label">
        {t(`settings:items.compaction.${name}.label`)}
      </span>
      <Select
        aria-labelledby={label}
        value={text}
        options={[
          { value: "", label: t("providers:compaction.as-all") },
          { value: "on", label: t("providers:compaction.on") },
          { value: "off", label: t("providers:compaction.off") },
        ]}
        onChange={onChange}
      />
    </div>
  );
}

export function ModelCompaction({ stored, typed, onChange }: ModelCompactionProps) {
  const { t } = useTranslation(["providers", "settings"]);
  // Values of its own are shown unasked: they explain why this model behaves unlike the others.
  const [open, setOpen] = useState(() => Object.keys({ ...stored, ...typed }).length > 0);
  const { wrong } = readCompaction(typed);
  const textOf = (name: CompactionName) => typed[name] ?? stored[name] ?? "";
  const change = (name: CompactionName) => (text: string) => onChange({ ...typed, [name]: text });
  return (
    <details
      className="fold model-compaction"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("providers:compaction.title")}</summary>
      <p className="provider-note">{t("providers:compaction.hint")}</p>
      <div className="model-fields">
        {SWITCHES.slice(0, 1).map((name) => (
          <OnOff key={name} name={name} text={textOf(name)} onChange={change(name)} />
        ))}
        {NUMBERS.map((name) => (
          <TextField
            key={name}
            label={t(`providers:compaction.${unitOf(name)}`, {
              name: t(`settings:items.compaction.${name}.label`),
            })}
            inputMode="decimal"
            value={textOf(name)}
            onChange={change(name)}
            {...(wrong.has(name) ? { error: t("providers:model.number", compactionLimits(name)) } : {})}
          />
        ))}
        {SWITCHES.slice(1).map((name) => (
          <OnOff key={name} name={name} text={textOf(name)} onChange={change(name)} />
        ))}
      </div>
    </details>
  );
}
