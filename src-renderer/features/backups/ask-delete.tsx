/** Asks before backups are deleted for good. The button that keeps them has the focus. */
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "../../platform/language/use-translation";
import { ActionButton } from "../../ui/action-button";
import { leaveAtEscape } from "./leave-at-escape";

interface AskDeleteProps {
  question: string;
  onDelete: () => void;
  onKeep: () => void;
}

export function AskDelete({ question, onDelete, onKeep }: AskDeleteProps) {
  const { t } = useTranslation("backups");
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the question from any of its buttons.
    <div className="backups-question" onKeyDown={leaveAtEscape(onKeep)}>
      <p>{question}</p>
      <div className="backups-actions">
        <ActionButton danger onClick={onDelete}>
          {t("yes-delete")}
        </ActionButton>
        <ActionButton ref={keep} onClick={onKeep}>
          {t("keep")}
        </ActionButton>
      </div>
    </div>
  );
}
