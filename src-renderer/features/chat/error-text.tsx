/**
 * An error, and below it what was kept and what to do. Codes, pages and data that a server sent stand apart, and open on demand: they are for
 * those who mend the server.
 */
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/language/use-translation";
import { TechnicalDetails } from "../../ui/technical-details";

/** The characters of a reason that are shown. Earlier versions stored longer ones. */
const SHOWN = 400;

interface ErrorTextProps {
  message: string;
  details?: string | undefined;
  /** The words on what was kept and what to do. */
  children?: ReactNode;
  /** The buttons. */
  actions?: ReactNode;
}

export function ErrorText({ message, details = "", children, actions }: ErrorTextProps) {
  const { t } = useTranslation("common");
  const isLong = message.length > SHOWN;
  const text = isLong ? `${message}\n\n${details}`.trim() : details;
  return (
    <>
      <p className="message-error-what" dir="auto">
        <strong>{isLong ? `${message.slice(0, SHOWN)}…` : message}</strong>
      </p>{" "}
      {children === undefined ? null : <p dir="auto">{children}</p>}
      {actions}
      {text === "" ? null : (
        <div className="message-error-actions">
          <TechnicalDetails label={t("technical-details")} text={text} />
        </div>
      )}
    </>
  );
}
