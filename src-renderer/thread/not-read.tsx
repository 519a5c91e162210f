/** In the place of what could not be read: says so, and reads it again. The failure itself is told like any other. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "../platform/language/use-translation";
import { latest } from "../platform/latest";
import { dropErrors } from "../platform/notices";
import { keepFocusInFront } from "../ui/front-dialog";
import { doing } from "./actions";
import "./not-read.css";

export function NotRead({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation("common");
  // The pressed button goes with this line. Whoever comes in its place may take the focus first.
  useLayoutEffect(() => () => queueMicrotask(keepFocusInFront), []);
  const again = () => {
    dropErrors();
    onAgain();
  };
  return (
    <p className="not-read">
      {t("not-read")}{" "}
      <button type="button" className="button button-link" onClick={again}>
        {t("try-again")}
      </button>
    </p>
  );
}

interface Reading {
  /** True after a failure, until it was read. */
  failed: boolean;
  again: () => void;
}

/** Reads at once, and anew for another subject, and hands the answer to `take`. An overtaken answer is dropped. */
export function useReading<Answer>(
  subject: unknown,
  read: () => Promise<Answer>,
  take: (answer: Answer) => void = () => undefined,
): Reading {
  const [failed, setFailed] = useState(false);
  const answers = useRef(latest());
  const ask = () =>
    answers
      .current(read, (answer) => {
        setFailed(false);
        take(answer);
      })
      .catch((error: unknown) => {
        setFailed(true);
        throw error;
      });
  const again = () => doing(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each subject is read once.
  useEffect(() => {
    setFailed(false);
    again();
    return answers.current.drop;
  }, [subject]);
  return { failed, again };
}
