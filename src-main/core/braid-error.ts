/** The one error the core throws (architecture decision 12): a code from the list, a sentence, and what to do. */

import type { ErrorCode, ErrorInfo } from "../../src-preload/contract/domain/errors";
import { t } from "./language/language";

export class BraidError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "BraidError";
    this.code = code;
    this.hint = options.hint;
  }

  get info(): ErrorInfo {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
    };
  }
}

/** Turns whatever was thrown into what may be shown: never swallowed, never a stack trace in the window. */
export function toErrorInfo(error: unknown): ErrorInfo {
  if (error instanceof BraidError) return error.info;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "INTERNAL",
    message: t("internal.message", { message }),
    hint: t("internal.hint"),
  };
}
