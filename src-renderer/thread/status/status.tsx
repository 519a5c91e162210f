/** The session's state, in a word or a sentence (ST-1, ST-2). The countdown stands in the conversation, and is not announced. */

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

export function Status() {
  const status = useThreadDrawn((state) => state.status);
  const said = useSentence(status);
  const { t } = useTranslation("chat");
  const { state } = status;
  // The conversation says why, and counts down. Both would say the same here.
  const counts = state === "retrying";
  // A window at rest shows nothing: only screen readers are told so.
  const isSeen = state !== "idle" && !counts;
  return (
    <div className="status" data-state={state} title={state === "idle" ? undefined : said}>
      {state === "idle" ? null : <span className="status-mark" aria-hidden="true" />}
      <span className={isSeen ? "status-text one-line" : "unseen"} role="status" data-state={state}>
        {said}
      </span>
      {counts ? (
        <span className="status-text one-line" aria-hidden="true">
          {t("status.retrying")}
        </span>
      ) : null}
    </div>
  );
}
