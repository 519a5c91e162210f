/** A failure in one line, with the way out. */

import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import { useInWords } from "./words";

export function FailureWords({
  failure: { message, hint },
}: {
  failure: Pick<ErrorInfo, "message" | "hint">;
}) {
  const inWords = useInWords();
  return `${inWords(message)} ${inWords(hint)}`.trim();
}
