/** A failure in one line: what went wrong, and what to do about it. */

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
