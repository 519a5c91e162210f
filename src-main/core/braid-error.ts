/** The one error the core throws: a code from the list, what went wrong, and what to do. */

import type { ErrorCode, ErrorInfo } from "../../src-preload/contract/domain/errors";
import type { Sentence } from "../../src-preload/contract/domain/sentence";
import { inEnglish } from "./english";
import { causesOf, isPlain } from "./plain-words";
import { say } from "./say";

interface ErrorOptions extends Pick<ErrorInfo, "hint" | "mend" | "details"> {
  cause?: unknown;
}

/** `info` is what is stored and shown; `message` is its English, for the log. */
export class BraidError extends Error {
  readonly info: ErrorInfo;

  constructor(code: ErrorCode, message: Sentence, options: ErrorOptions = {}) {
    const { cause, hint, mend, details = "" } = options;
    super(inEnglish(message), { cause });
    this.name = "BraidError";
    this.info = {
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(mend === undefined ? {} : { mend }),
      ...(details === "" ? {} : { details }),
    };
  }

  get code(): ErrorCode {
    return this.info.code;
  }
}

/** Characters. */
const LONGEST_DETAILS = 8_000;

/** Turns whatever was thrown into what may be shown: never swallowed, never a stack trace in the window. */
export function toErrorInfo(error: unknown): ErrorInfo {
  if (error instanceof BraidError) return error.info;
  const message = error instanceof Error ? error.message : String(error);
  const hint = say("internal.hint");
  if (isPlain(message)) return { code: "INTERNAL", message: say("internal.message", { message }), hint };
  const details = (causesOf(error) || message).slice(0, LONGEST_DETAILS);
  return { code: "INTERNAL", message: say("internal.bare"), hint, details };
}
