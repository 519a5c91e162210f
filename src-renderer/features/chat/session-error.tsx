/** The failure of a session as a whole: it cannot be shown, or its last turn failed without a message that says so. */
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import { isSameSentence } from "../../../src-preload/contract/domain/sentence";
import { useInWords } from "../../platform/language/words";
import { useThreadDrawn } from "../../thread/thread";
import type { SessionViewState } from "../../thread/view/session-view";
import { ErrorText } from "./error-text";

/** Returns the failure to show. If the last message could be saved, it says itself what failed. The status says so in any case (SV-7). */
function errorOf({ failure, status, cells }: SessionViewState): ErrorInfo | undefined {
  if (failure !== undefined) return failure;
  if (status.state !== "error" || status.message === undefined) return undefined;
  if (isSameSentence(cells.at(-1)?.get().message.metadata.error?.message, status.message)) return undefined;
  return {
    code: "INTERNAL",
    message: status.message,
    ...(status.hint === undefined ? {} : { hint: status.hint }),
  };
}

export function SessionError() {
  const inWords = useInWords();
  const message = useThreadDrawn((state) => errorOf(state)?.message);
  const hint = useThreadDrawn((state) => errorOf(state)?.hint);
  const details = useThreadDrawn((state) => errorOf(state)?.details);
  if (message === undefined) return null;
  return (
    <div className="message-error" role="alert">
      <ErrorText message={inWords(message)} details={details}>
        {inWords(hint)}
      </ErrorText>
    </div>
  );
}
