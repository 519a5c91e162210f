/** The line that says from where on another model, or thinking level, answers. */
import { useTranslation } from "../../platform/language/use-translation";
import { useModelName } from "../../thread/model/model-name";
import { Note } from "../../ui/note";
import type { ModelChange } from "./model-changes";

export function ModelChangeNote({ change }: { change: ModelChange }) {
  const { t } = useTranslation("chat");
  const nameOf = useModelName();
  const { variant } = change;
  if (change.kind === "thinking")
    return (
      <Note>
        {variant === undefined ? t("notes.thinking-usual") : t("notes.thinking-changed", { level: variant })}
      </Note>
    );
  const model = nameOf(change.model);
  return (
    <Note>
      {variant === undefined
        ? t("notes.model-changed", { model })
        : t("notes.model-and-thinking-changed", { model, level: variant })}
    </Note>
  );
}
