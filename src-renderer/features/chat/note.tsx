/** A note in the thread: one line of the story between hairlines, with its one or two actions. */
import type { ReactNode } from "react";
import { useTranslation } from "../../language/use-translation";
import { useModelName } from "../models/model-name";
import type { ModelChange } from "./model-changes";

export function Note({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="note" role="note">
      <span>{children}</span>
      {actions}
    </div>
  );
}

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
