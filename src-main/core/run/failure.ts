/** Classifies a failed model call: may the turn try again, and what must the user know (RN-7, RN-10). */
import {
  AISDKError,
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from "@ai-sdk/provider";
import type { ErrorCode, ErrorInfo, Mend } from "../../../src-preload/contract/domain/errors";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import { BraidError, toErrorInfo } from "../braid-error";
import { OfflineError } from "../offline-error";
import { causesOf, isPlain } from "../plain-words";
import { ProxyError } from "../proxy-error";
import { say } from "../say";
import { type NetworkFault, networkFault } from "./network-failure";
import { meaningOf, type Permanent, type ProviderError, providerError, statusIn } from "./provider-words";
import { retryAfter } from "./retry-after";

export interface Failure {
  info: ErrorInfo;
  /** The turn may try again by itself. */
  transient: boolean;
  /** The stream ended without saying why (RN-8): the answer reads as interrupted, not as failed. */
  cut?: true;
  /** The provider cannot read its own earlier thoughts: without them the step may succeed. */
  sealed?: true;
  /** The reason of a wait in a few words: "rate limited", "the provider is overloaded". */
  summary: Sentence;
  /** The wait that the provider asked for. */
  retry_after_ms?: number;
  /** After waits of so long together the failure counts as lasting. */
  passes_within_ms?: number;
  /** The computer is offline. */
  lacks_network?: true;
}

/** Characters of a provider's message that the user sees. */
const LONGEST_SAID = 8_000;

/** After the computer slept, names are not found for some seconds, until the network is back. */
const NAMES_BACK_MS = 10_000;

/** @param now epoch ms, for a `Retry-After` that is a date. */
export function classifyFailure(error: unknown, now: number): Failure {
  if (error instanceof BraidError) {
    return {
      // The fold and the step find faults of a stream; this hint serves those that bring none of their own.
      info:
        error.code === "PROVIDER_BAD_STREAM" ? { hint: say("stream.wire-hint"), ...error.info } : error.info,
      ...passingOf(error),
    };
  }
  const ours = braidErrorWithin(error);
  if (ours !== undefined) return classifyFailure(ours, now);
  if (APICallError.isInstance(error)) return fromCall(error, now);
  if (InvalidResponseDataError.isInstance(error)) return cutOff();
  const inStream = errorInStream(error);
  if (inStream !== undefined) return refused(inStream, statusIn(inStream));
  if (isMalformed(error)) return malformed(error);
  const network = networkFault(error);
  if (network !== undefined) return connectionLost(network, error);
  return { info: toErrorInfo(error), transient: false, summary: say("summary.something") };
}

function passingOf(error: BraidError): Pick<Failure, "transient" | "summary" | "lacks_network"> {
  if (error instanceof OfflineError)
    return { transient: true, lacks_network: true, summary: say("summary.offline") };
  if (error instanceof ProxyError) return { transient: error.passes, summary: say("summary.connection") };
  return { transient: error.code === "PROVIDER_STALLED", summary: say("summary.silent") };
}

/** An event that holds a sentence where an error object is usual is no event to the SDK, and an error all the same. */
function errorInStream(error: unknown): ProviderError | undefined {
  if (!TypeValidationError.isInstance(error)) return providerError(error);
  const event: unknown = error.value;
  const isError = typeof event === "object" && event !== null && "error" in event;
  const said = isError ? providerError(event) : undefined;
  return said?.words === "" ? undefined : said;
}

/** Finds our own error inside an error of the SDK: our `fetch` threw it. */
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
  if (error.statusCode === undefined) return connectionLost(networkFault(error) ?? "broken", error);
  // The connection died after its 200.
  if (error.statusCode < 400) return error.isRetryable ? connectionLost("broken", error) : malformed(error);
  // The Anthropic adapter reports anything odd in the first event as a 500; the event itself is in the body.
  if (error.statusCode === 500 && !error.isRetryable) {
    const inStream = providerError(error.responseBody ?? "");
    const status = inStream && statusIn(inStream);
    return inStream === undefined || status === undefined ? malformed(error) : refused(inStream, status);
  }
  const { statusCode, message, responseBody = "" } = error;
  const page = /^\s*</.test(responseBody) ? responseBody : "";
  const body = page === "" ? providerError(responseBody) : undefined;
  // The SDK tells only the name of the status where a body has not its provider's usual shape.
  const said = { codes: [], ...body, words: body?.words || message };
  return refused(said, statusCode, { retry_after_ms: retryAfter(error.responseHeaders, now), page });
}

const PERMANENT: Record<number, Permanent> = {
  400: "rejected",
  401: "key",
  402: "unpaid",
  403: "forbidden",
  404: "unknown",
  413: "too-large",
};

/** `status`: the one that most providers send with it. */
const CODES: Record<Permanent, { code: ErrorCode; mend: Mend; status: number }> = {
  rejected: { code: "PROVIDER_REJECTED", mend: "model", status: 400 },
  key: { code: "PROVIDER_AUTH", mend: "key", status: 401 },
  unpaid: { code: "PROVIDER_REJECTED", mend: "model", status: 402 },
  // Another key may do it, or the same key another model.
  forbidden: { code: "PROVIDER_AUTH", mend: "model", status: 403 },
  unknown: { code: "PROVIDER_NOT_FOUND", mend: "model", status: 404 },
  "too-large": { code: "CONTEXT_TOO_LARGE", mend: "room", status: 413 },
  "no-tools": { code: "PROVIDER_REJECTED", mend: "model", status: 400 },
  "no-files": { code: "PROVIDER_REJECTED", mend: "model", status: 400 },
  sealed: { code: "PROVIDER_REJECTED", mend: "model", status: 400 },
};

interface Around {
  /** The wait that a header names. It counts before the one in the body. */
  retry_after_ms?: number | undefined;
  /** The page that the server sent in place of words. */
  page?: string;
}

/** @param sent undefined for an error inside a stream that names no status: then the words decide, and what nobody knows may pass */
function refused(
  error: ProviderError,
  sent: number | undefined,
  { retry_after_ms = error.retry_after_ms, page = "" }: Around = {},
): Failure {
  const said = error.words.slice(0, LONGEST_SAID);
  const meant = meaningOf({ ...error, words: said }, sent);
  const status = sent ?? (meant === undefined ? 500 : CODES[meant].status);
  const told = (what: Sentence): Sentence =>
    said === "" || !isPlain(said)
      ? say("provider.answered.bare", { what, status: String(status) })
      : say("provider.answered.with-reason", { what, status: String(status), said });
  const details = detailsOf(page || (isPlain(said) ? "" : said));
  if (meant === undefined && (status === 429 || status >= 500 || status === 408)) {
    const { info, ...rest } = passing(status, told);
    return {
      info: { ...info, ...details },
      ...rest,
      ...(retry_after_ms === undefined ? {} : { retry_after_ms }),
    };
  }
  const known = meant ?? PERMANENT[status] ?? "rejected";
  const { code, mend } = CODES[known];
  const info: ErrorInfo =
    known === "unknown"
      ? { code, ...notFound(said, told) }
      : { code, mend, message: told(say(`provider.${known}.message`)), hint: say(`provider.${known}.hint`) };
  return {
    info: { ...info, ...details },
    transient: false,
    ...(known === "sealed" ? { sealed: true } : {}),
    summary: say("summary.refused"),
  };
}

function passing(status: number, told: (what: Sentence) => Sentence): Failure {
  const what = status === 429 ? "limited" : status === 529 ? "overloaded" : "failed";
  return {
    info: {
      code: what === "limited" ? "PROVIDER_RATE_LIMITED" : "PROVIDER_UNAVAILABLE",
      message: told(say(`provider.${what}`)),
      hint: say("provider.wait-hint"),
    },
    transient: true,
    summary: say(`summary.${what}`),
  };
}

/** A provider that misses a model says so. Anything else that is missing is missing at the wrong address. */
function notFound(said: string, told: (what: Sentence) => Sentence): Omit<ErrorInfo, "code"> {
  const mend = /model|deployment|engine|endpoints found|allowed providers/i.test(said) ? "model" : "address";
  return {
    mend,
    message: told(say(`provider.no-${mend}.message`)),
    hint: say(`provider.no-${mend}.hint`),
  };
}

const detailsOf = (text: string): Pick<ErrorInfo, "details"> =>
  text.trim() === "" ? {} : { details: text.trim().slice(0, LONGEST_SAID) };

/** The thing to change after each fault. A refused connection and an unknown name may also pass by themselves. */
const MENDED_BY: Partial<Record<NetworkFault, "server" | "address">> = {
  refused: "server",
  "no-such-name": "server",
  certificate: "address",
  untrusted: "address",
  insecure: "address",
};

function connectionLost(fault: NetworkFault, error: unknown): Failure {
  const mend = MENDED_BY[fault];
  const lasts = fault === "certificate" || fault === "untrusted" || fault === "insecure";
  const message = lasts
    ? say(`provider.${fault}.message`)
    : say("provider.connection.message", { why: say(`provider.connection.${fault}`) });
  const hint = lasts ? say(`provider.${fault}.hint`) : say("provider.connection.hint");
  return {
    info: {
      code: "PROVIDER_UNAVAILABLE",
      message,
      hint,
      ...(mend === undefined ? {} : { mend }),
      ...detailsOf(causesOf(error)),
    },
    transient: !lasts,
    summary: say("summary.connection"),
    ...(fault === "no-such-name" ? { passes_within_ms: NAMES_BACK_MS } : {}),
  };
}

/** RN-8: the words are fine, only their end is missing. */
const cutOff = (): Failure => ({
  info: {
    code: "PROVIDER_BAD_STREAM",
    message: say("stream.broke-off.message"),
    hint: say("stream.broke-off.hint"),
  },
  transient: false,
  cut: true,
  summary: say("summary.broke-off"),
});

const isMalformed = (error: unknown): boolean =>
  JSONParseError.isInstance(error) ||
  TypeValidationError.isInstance(error) ||
  (AISDKError.isInstance(error) && error.name === "AI_NoOutputGeneratedError") ||
  error instanceof SyntaxError;

function malformed(error: unknown): Failure {
  const details = detailsOf(startOf(error));
  const info: ErrorInfo = {
    code: "PROVIDER_BAD_STREAM",
    message: say(
      details.details === undefined ? "stream.not-an-answer.nothing" : "stream.not-an-answer.message",
    ),
    hint: say("stream.not-an-answer.hint"),
    mend: "address",
    ...details,
  };
  return { info, transient: false, summary: say("summary.unreadable") };
}

/** The beginning of the provider's answer, as far as the SDK's errors have it. Their own messages are for programmers. */
function startOf(error: unknown): string {
  if (APICallError.isInstance(error)) return error.responseBody ?? startOf(error.cause);
  if (JSONParseError.isInstance(error)) return error.text;
  if (TypeValidationError.isInstance(error))
    return /Value: (.{0,300}?)(?:\.\n|$)/.exec(error.message)?.[1] ?? "";
  return "";
}
