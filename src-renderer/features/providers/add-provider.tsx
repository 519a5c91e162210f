/** Another provider. */
import { useTranslation } from "../../language/use-translation";
import { PresetChoice } from "./preset-choice";
import { presets } from "./presets";

export function AddProvider() {
  const { t } = useTranslation("providers");
  return (
    <section className="add-provider" aria-label={t("add.title")}>
      <h3>{t("add.title")}</h3>
      <PresetChoice presets={presets} />
    </section>
  );
}
