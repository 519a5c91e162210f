/** An error, and below it what was kept and what to do. A provider may send pages as its reason, so a long reason opens on demand. */
import { type ReactNode, useState } from "react";
import { useTranslation } from "../../platform/language/use-translation";

/** The characters of a reason that are shown at first. */
const SHOWN = 400;

interface ErrorTextProps {
  message: string;
  /** The words on what was kept and what to do. */
  children?: ReactNode;
}

export function ErrorText({ message, children }: ErrorTextProps) {
  const { t } = useTranslation("chat");
  const [all, setAll] = useState(false);
  const isLong = message.length > SHOWN;
  return (
    <>
      <p className="message-error-what" dir="auto">
        <strong>{isLong && !all ? `${message.slice(0, SHOWN)}…` : message}</strong>
        {isLong ? (
          <>
            {" "}
            <button
              type="button"
              className="button button-link"
              aria-expanded={all}
              onClick={() => setAll(!all)}
            >
              {t(all ? "notes.show-less" : "notes.show-all")}
            </button>
          </>
        ) : null}
      </p>{" "}
      {children === undefined ? null : <p dir="auto">{children}</p>}
    </>
  );
}
