/** An error in a provider's settings, with a hint on what to do. */
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import { useInWords } from "../../platform/language/words";

export function Complaint({ message, hint }: { message: Sentence; hint?: Sentence | undefined }) {
  const inWords = useInWords();
  return (
    <p className="provider-outcome" role="alert" data-ok="false" dir="auto">
      {inWords(message)}
      {hint === undefined ? null : <span className="provider-hint">{inWords(hint)}</span>}
    </p>
  );
}
