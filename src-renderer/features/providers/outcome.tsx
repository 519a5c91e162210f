/** The outcome of a question to a provider: what came of it, what to do, and what the server sent where that is no sentence. */
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { TechnicalDetails } from "../../ui/technical-details";

interface ComplaintProps {
  message: Sentence;
  hint?: Sentence | undefined;
  details?: ErrorInfo["details"] | undefined;
}

export function Complaint({ message, hint, details }: ComplaintProps) {
  const inWords = useInWords();
  return (
    <>
      <p className="provider-outcome" role="alert" data-ok="false" dir="auto">
        {inWords(message)}
        {hint === undefined ? null : <span className="provider-hint">{inWords(hint)}</span>}
      </p>
      <OutcomeDetails details={details} />
    </>
  );
}

export function OutcomeDetails({ details }: Pick<ComplaintProps, "details">) {
  const { t } = useTranslation("common");
  if (details === undefined) return null;
  return (
    <div>
      <TechnicalDetails label={t("technical-details")} text={details} />
    </div>
  );
}
