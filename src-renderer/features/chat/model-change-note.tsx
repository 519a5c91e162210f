/** The line before the first answer of another model. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { useTranslation } from "../../platform/language/use-translation";
import { useModelName } from "../../thread/model/model-name";
import { Note } from "../../ui/note";

export function ModelChangeNote({ model }: { model: ModelRef }) {
  const { t } = useTranslation("chat");
  const nameOf = useModelName();
  return <Note>{t("notes.model-changed", { model: nameOf(model) })}</Note>;
}
