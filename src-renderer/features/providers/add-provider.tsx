/** Adds another provider. An open form is still open when the settings are opened again. */
import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import { useArrival } from "../../platform/settings/arrival";
import { focusInto } from "../../ui/focus";
import { PresetChoice } from "./preset-choice";
import { presets } from "./presets";
import { providersState, setAdding } from "./providers-state";

export function AddProvider() {
  const { t } = useTranslation("providers");
  const adding = useStore(providersState, (state) => state.adding);
  const arrival = useArrival<HTMLElement>("add-provider", focusInto);
  return (
    <section ref={arrival} className="add-provider" aria-label={t("add.title")}>
      <h3>{t("add.title")}</h3>
      <PresetChoice presets={presets} preset={adding} onPreset={setAdding} />
    </section>
  );
}
