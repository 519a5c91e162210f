/** The session's state, in a word or a sentence (ST-1, ST-2). The countdown is visible, but not announced. */

import { useEffect, useState } from "react";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import type { SessionStatus } from "../../../src-preload/contract/domain/sessions";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { useThreadDrawn } from "../thread";
import "./status.css";

function useSentence({ state, attempt, message, doing }: SessionStatus): string {
  const { t } = useTranslation("chat");
  const inWords = useInWords();
  if (doing !== undefined) return t(`status.${doing.what}`);
  if (state !== "retrying") return t(`status.${state}`);
  const reason = message === undefined ? t("status.retrying") : inWords(message);
  return attempt === undefined || attempt < 2 ? reason : t("status.attempt", { reason, attempt });
}

/** Counts down to the next attempt. Ticks only while there is something to count. */
function Countdown({ until, reason }: { until: number; reason: Sentence }) {
  const { t } = useTranslation("chat");
  const inWords = useInWords();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <span className="status-text status-countdown one-line" aria-hidden="true">
      {t("status.in-seconds", { reason: inWords(reason), seconds })}
    </span>
  );
}

export function Status() {
  const status = useThreadDrawn((state) => state.status);
  const said = useSentence(status);
  const { state, retry_at, reason } = status;
  const counts = state === "retrying" && retry_at !== undefined && reason !== undefined;
  // A window at rest shows nothing: only screen readers are told so.
  const isSeen = state !== "idle" && !counts;
  return (
    <div className="status" data-state={state} title={state === "idle" ? undefined : said}>
      {state === "idle" ? null : <span className="status-mark" aria-hidden="true" />}
      <span className={isSeen ? "status-text one-line" : "unseen"} role="status" data-state={state}>
        {said}
      </span>
      {counts ? <Countdown key={retry_at} until={retry_at} reason={reason} /> : null}
    </div>
  );
}
