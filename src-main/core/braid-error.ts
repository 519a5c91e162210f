/** The one error the core throws (architecture decision 12): a code from the list, what went wrong, and what to do. */

import type { ErrorCode, ErrorInfo } from "../../src-preload/contract/domain/errors";
import type { Sentence } from "../../src-preload/contract/domain/sentence";
import { inEnglish } from "./english";
import { say } from "./say";

/** `info` is what is stored and shown; `message` is its English, for the log. */
export class BraidError extends Error {
  readonly info: ErrorInfo;

  constructor(code: ErrorCode, message: Sentence, options: { hint?: Sentence; cause?: unknown } = {}) {
    super(inEnglish(message), { cause: options.cause });
    this.name = "BraidError";
    this.info = { code, message, ...(options.hint === undefined ? {} : { hint: options.hint }) };
  }

  get code(): ErrorCode {
    return this.info.code;
  }
}

/** Turns whatever was thrown into what may be shown: never swallowed, never a stack trace in the window. */
export function toErrorInfo(error: unknown): ErrorInfo {
  if (error instanceof BraidError) return error.info;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "INTERNAL", message: say("internal.message", { message }), hint: say("internal.hint") };
}
