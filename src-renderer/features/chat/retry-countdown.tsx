/** Counts down to the next attempt (ST-2), in the place of the answer that it is for. The status has said the sentence to screen readers. */
import { useEffect, useState } from "react";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { useThreadDrawn } from "../../thread/thread";
import "../../ui/note.css";

/** Ticks only while there is something to count. */
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
    <div className="note" aria-hidden="true">
      <span className="status-text status-countdown">
        {t("status.in-seconds", { reason: inWords(reason), seconds })}
      </span>
    </div>
  );
}

export function RetryCountdown() {
  const until = useThreadDrawn(({ status }) => status.retry_at);
  const reason = useThreadDrawn(({ status }) => status.reason);
  if (until === undefined || reason === undefined) return null;
  return <Countdown key={until} until={until} reason={reason} />;
}
