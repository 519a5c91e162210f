/** What a failed model call means: may it be tried again, and what does the person in front of it need to know (RN-7, RN-10). */
import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  TypeValidationError,
} from "ai";
import type { ErrorCode, ErrorInfo } from "../../../src-preload/contract/errors";
import { BraidError, toErrorInfo } from "../braid-error";

export interface Failure {
  info: ErrorInfo;
  /** Worth another try by itself. */
  transient: boolean;
  /** The stream ended without saying why (RN-8): what has come is an interrupted answer, not a failed one. */
  cut?: true;
  /** How the wait is told: "rate limited", "the provider is overloaded". */
  summary: string;
  /** What the provider asked for. */
  retry_after_ms?: number;
}

/** For what the fold or the step finds wrong with a stream; who knows better says so itself. */
const BAD_STREAM_HINT =
  "The server does not follow the wire format it claims. Continue to try again, or use another server or model.";

/** @param now epoch ms, for a `Retry-After` that is a date. */
export function classifyFailure(error: unknown, now: number): Failure {
  if (error instanceof BraidError) {
    return {
      info: error.code === "PROVIDER_BAD_STREAM" ? { hint: BAD_STREAM_HINT, ...error.info } : error.info,
      transient: error.code === "PROVIDER_STALLED",
      summary: "the model went silent",
    };
  }
  const ours = braidErrorWithin(error);
  if (ours !== undefined) return classifyFailure(ours, now);
  if (APICallError.isInstance(error)) return fromCall(error, now);
  if (InvalidResponseDataError.isInstance(error)) return cutOff;
  if (isMalformed(error)) return malformed(error);
  const inStream = streamError(error);
  if (inStream !== undefined) return fromStatus(inStream.status, inStream.message, undefined);
  const network = networkCode(error);
  if (network !== undefined) return connectionLost(network);
  return { info: toErrorInfo(error), transient: false, summary: "something failed" };
}

/** An error of ours that the SDK has wrapped: what our own `fetch` threw. */
function braidErrorWithin(error: unknown): BraidError | undefined {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 6;
    cause = cause.cause, depth++
  ) {
    if (cause instanceof BraidError) return cause;
  }
  return undefined;
}

function fromCall(error: APICallError, now: number): Failure {
  if (error.statusCode === undefined) return connectionLost(networkCode(error) ?? error.message);
  // A connection that died after its 200.
  if (error.statusCode < 400)
    return error.isRetryable ? connectionLost(networkCode(error) ?? error.message) : malformed(error);
  // The Anthropic adapter makes a 500 of anything odd in the first event; the event itself is in the body.
  if (error.statusCode === 500 && !error.isRetryable) {
    const inStream = streamError(error.responseBody ?? "");
    return inStream?.known === true
      ? fromStatus(inStream.status, inStream.message, undefined)
      : malformed(error);
  }
  return fromStatus(error.statusCode, error.message, retryAfter(error.responseHeaders, now));
}

interface Sentence {
  code: ErrorCode;
  message: string;
  hint: string;
}

const PERMANENT: Record<number, Sentence> = {
  400: {
    code: "PROVIDER_REJECTED",
    message: "The provider refused the request",
    hint: "Another model, or a shorter message, may work.",
  },
  401: {
    code: "PROVIDER_AUTH",
    message: "The provider did not accept the key",
    hint: "Check the key of this provider; it is read from the environment when Braid starts. Then continue.",
  },
  402: {
    code: "PROVIDER_REJECTED",
    message: "The provider wants to be paid first",
    hint: "Check your balance with the provider.",
  },
  403: {
    code: "PROVIDER_AUTH",
    message: "The key may not do this",
    hint: "Check what the key is allowed to use, or choose another model.",
  },
  404: {
    code: "PROVIDER_NOT_FOUND",
    message: "The provider does not know this model or address",
    hint: "Check the model's name and the provider's base_url.",
  },
  413: {
    code: "CONTEXT_TOO_LARGE",
    message: "The conversation is too large for the provider",
    hint: "Continue in a new session, or with a model that takes more.",
  },
};

const TOO_LONG = /context.?length|context window|prompt is too long|maximum context|too many tokens/i;

function fromStatus(status: number, said: string, retry_after_ms: number | undefined): Failure {
  const detail = said === "" ? "" : `: ${said}`;
  if (status === 429 || status >= 500 || status === 408) {
    const limited = status === 429;
    const summary = limited
      ? "rate limited"
      : status === 529
        ? "the provider is overloaded"
        : "the provider failed";
    const info: ErrorInfo = {
      code: limited ? "PROVIDER_RATE_LIMITED" : "PROVIDER_UNAVAILABLE",
      message: `${capital(summary)} (${status})${detail}`,
      hint: "Wait a little, then continue, or choose another model.",
    };
    return { info, transient: true, summary, ...(retry_after_ms === undefined ? {} : { retry_after_ms }) };
  }
  const known = PERMANENT[TOO_LONG.test(said) ? 413 : status] ?? PERMANENT[400];
  const info = {
    code: known?.code ?? "PROVIDER_REJECTED",
    message: `${known?.message} (${status})${detail}`,
    hint: known?.hint ?? "",
  };
  return { info, transient: false, summary: "refused" };
}

function connectionLost(why: string): Failure {
  const info: ErrorInfo = {
    code: "PROVIDER_UNAVAILABLE",
    message: `The connection to the provider failed (${why}).`,
    hint: "Check the network and the provider's base_url, then continue.",
  };
  return { info, transient: true, summary: "the connection failed" };
}

/** RN-8: the words are fine, only their end is missing. */
const cutOff: Failure = {
  info: {
    code: "PROVIDER_BAD_STREAM",
    message: "The answer broke off: the provider ended it without saying that it was complete.",
    hint: "Continue to get the rest.",
  },
  transient: false,
  cut: true,
  summary: "the answer broke off",
};

const isMalformed = (error: unknown): boolean =>
  JSONParseError.isInstance(error) ||
  TypeValidationError.isInstance(error) ||
  NoOutputGeneratedError.isInstance(error) ||
  error instanceof SyntaxError;

function malformed(error: unknown): Failure {
  const start = error instanceof Error ? error.message.slice(0, 200) : String(error);
  const info: ErrorInfo = {
    code: "PROVIDER_BAD_STREAM",
    message: `The provider sent something that is not an answer: ${start}`,
    hint: "Check the provider's base_url and type; a proxy or a login page may be in the way. What had arrived is kept.",
  };
  return { info, transient: false, summary: "unreadable answer" };
}

/** Errors that providers send inside a stream that began well, by their type. */
const STREAM_ERRORS: Record<string, number> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  timeout_error: 504,
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
};

/** An error object of the wire, as the SDK passes it on: `{type, message}`, a JSON text of that, or a plain sentence. */
function streamError(error: unknown): { status: number; message: string; known: boolean } | undefined {
  const object = typeof error === "string" ? parseObject(error) : error;
  if (typeof object !== "object" || object === null || object instanceof Error) {
    return typeof error === "string" ? { status: 500, message: error, known: false } : undefined;
  }
  const inner =
    "error" in object && typeof object.error === "object" && object.error !== null ? object.error : object;
  const message = "message" in inner && typeof inner.message === "string" ? inner.message : "";
  const named = [fieldOf(inner, "type"), fieldOf(inner, "code")].map(
    (name) => STREAM_ERRORS[String(name)] ?? Number(name),
  );
  const status = named.find((number) => Number.isInteger(number) && number >= 400 && number < 600);
  return { status: status ?? 500, message, known: status !== undefined };
}

const fieldOf = (object: object, key: string): unknown => (object as Record<string, unknown>)[key];

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A socket's error code, however deep `fetch` has wrapped it. */
function networkCode(error: unknown): string | undefined {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 6;
    cause = cause.cause, depth++
  ) {
    if ("code" in cause && typeof cause.code === "string" && /^(E[A-Z]+|UND_ERR_\w+)$/.test(cause.code))
      return cause.code;
    if (cause instanceof TypeError && /terminated|fetch failed|network/i.test(cause.message)) {
      return networkCode(cause.cause) ?? cause.message;
    }
  }
  return undefined;
}

/** Milliseconds from `retry-after-ms`, `retry-after` in seconds, or as a date. */
function retryAfter(headers: Record<string, string> | undefined, now: number): number | undefined {
  const ms = Number.parseFloat(headers?.["retry-after-ms"] ?? "");
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const asked = headers?.["retry-after"];
  if (asked === undefined) return undefined;
  const seconds = Number(asked);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  const date = Date.parse(asked);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
