/** Send, and why it does not now: on the button for those who point at it, as a line for those who have tried. */
import { useEffect, useState } from "react";
import { say } from "../../platform/announce";
import { t } from "../../platform/language/language";
import { useTranslation } from "../../platform/language/use-translation";

/** Why nothing can be sent; undefined where it can. */
export type NotNow = "empty" | "shorten" | "sending" | undefined;

/** The reason why the last try to send failed, until that changes; and a function that notes a try. */
export function useTried(reason: NotNow): [NotNow, tried: () => void] {
  const [tried, setTried] = useState<NotNow>();
  useEffect(() => setTried((before) => (before === reason ? before : undefined)), [reason]);
  const note = () => {
    // A text that is too long says so by itself, and storing takes a moment.
    if (reason === undefined || reason === "shorten" || reason === "sending") return;
    setTried(reason);
    say(t(`composer:not-now.${reason}`));
  };
  return [tried === reason ? tried : undefined, note];
}

export function WhyNot({ reason }: { reason: NotNow }) {
  const { t } = useTranslation("composer");
  return reason === undefined ? null : <p className="composer-note">{t(`not-now.${reason}`)}</p>;
}

interface SendButtonProps {
  reason: NotNow;
  /** A message sent now waits until the session is idle (QU-1). */
  waits: boolean;
  onSend: () => void;
  onTried: () => void;
}

export function SendButton({ reason, waits, onSend, onTried }: SendButtonProps) {
  const { t } = useTranslation("composer");
  const disabled = reason !== undefined;
  return (
    <button
      type="button"
      className="button button-primary"
      disabled={disabled}
      title={disabled ? t(`not-now.${reason}`) : t(waits ? "queue-tip" : "send-tip")}
      {...(disabled ? { "aria-description": t(`not-now.${reason}`) } : {})}
      onClick={onSend}
      // A button that is off is not clicked; it is pressed all the same.
      onPointerDown={onTried}
    >
      {t("send")}
    </button>
  );
}
