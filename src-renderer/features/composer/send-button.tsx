/** The Send button, and the reason why it cannot send now: as the button's title, and as a line after a try to send. */
import { useEffect, useState } from "react";
import { say } from "../../platform/announce";
import { t } from "../../platform/language/language";
import { useTranslation } from "../../platform/language/use-translation";

/** The reason why nothing can be sent; undefined if it can. */
export type NotNow = "empty" | "adding" | "shorten" | "sending" | undefined;

/** Returns the reason why the last try to send failed, until the reason changes, and a function that notes a try. */
export function useTried(reason: NotNow): [NotNow, tried: () => void] {
  const [tried, setTried] = useState<NotNow>();
  useEffect(() => setTried((before) => (before === reason ? before : undefined)), [reason]);
  const note = () => {
    // The other reasons are shown elsewhere, or last only a moment.
    if (reason === undefined || reason === "shorten" || reason === "sending") return;
    setTried(reason);
    say(t(`composer:not-now.${reason}`));
  };
  return [tried === reason ? tried : undefined, note];
}

export function WhyNot({ reason }: { reason: NotNow }) {
  const { t } = useTranslation("composer");
  return reason === undefined ? null : <p className="writing-note">{t(`not-now.${reason}`)}</p>;
}

interface SendButtonProps {
  reason: NotNow;
  /** True if a message sent now waits until the session is idle (QU-1). */
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
      // A disabled button gets no click, but this still hears the press.
      onPointerDown={onTried}
    >
      {t("send")}
    </button>
  );
}
