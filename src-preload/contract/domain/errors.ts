/** The one list of error codes. Failed calls reject with them, and failed turns store them. */

import type { Sentence } from "./sentence";

export const ERROR_CODES = [
  "SESSION_BUSY",
  "SESSION_NOT_RUNNING",
  "SESSION_NOT_FOUND",
  "MESSAGE_NOT_FOUND",
  "INVALID_INPUT",
  "FORBIDDEN",
  "CONTEXT_TOO_LARGE",
  "MODEL_NOT_FOUND",
  "PROVIDER_AUTH",
  "PROVIDER_REJECTED",
  "PROVIDER_NOT_FOUND",
  "PROVIDER_RATE_LIMITED",
  "PROVIDER_UNAVAILABLE",
  "PROVIDER_BAD_STREAM",
  "PROVIDER_STALLED",
  "RUN_ABORTED",
  "TOOL_LOOP",
  "STORE_UNAVAILABLE",
  "STORE_TOO_NEW",
  "SETTINGS_UNAVAILABLE",
  "INTERNAL",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * The thing that has to change before another try can help: a provider's key or address, the model, or the room in its window. `server`: it
 * may run by now, or the network be back; its address is wrong more seldom.
 */
export type Mend = "key" | "address" | "server" | "model" | "room";

/** A failure, and the way out. The window puts `message` and `hint` into words (`inWordsOf`). */
export interface ErrorInfo {
  code: ErrorCode;
  message: Sentence;
  hint?: Sentence;
  /** Absent where nothing has to change, or nobody knows what. */
  mend?: Mend;
  /** Words that are no sentence for people: codes, and the pages or data that a server sent. Shown as text, on demand. */
  details?: string;
}

/** The answer to a call as it crosses the process border. Errors travel as data, because a thrown error loses its code there. */
export type CallResult<T> = { ok: true; value: T } | { ok: false; error: ErrorInfo };
