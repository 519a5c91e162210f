/** Another provider: a row of names, and for the one that was pressed a few fields. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddForm } from "./add-form";
import { type Preset, presets } from "./presets";

export function AddProvider() {
  const { t } = useTranslation("providers");
  const [preset, setPreset] = useState<Preset>();
  return (
    <section className="add-provider" aria-label={t("add.title")}>
      <h3>{t("add.title")}</h3>
      <div className="preset-row">
        {presets.map((each) => (
          <button
            key={each.name}
            type="button"
            className="button"
            aria-expanded={preset?.name === each.name}
            onClick={() => setPreset(preset?.name === each.name ? undefined : each)}
          >
            {t(`add.preset.${each.name}`)}
          </button>
        ))}
      </div>
      {preset === undefined ? null : (
        <AddForm key={preset.name} preset={preset} onDone={() => setPreset(undefined)} />
      )}
    </section>
  );
}
