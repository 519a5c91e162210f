/** Reads what a provider says of a failure: its words, its codes, and what they mean, whatever status it sends with them. */

import { retryDelay } from "./retry-after";

/** A failure that no further attempt would mend. */
export type Permanent =
  | "rejected"
  | "key"
  | "unpaid"
  | "forbidden"
  | "unknown"
  | "too-large"
  /** The model takes no tools. */
  | "no-tools"
  /** The model does not read a kind of file. */
  | "no-files"
  /** Its thoughts in the conversation were sealed for another account, or by another key. */
  | "sealed";

export interface ProviderError {
  words: string;
  /** Its type, its code and its status: providers name the failure in any of them. */
  codes: readonly string[];
  /** The wait that it asks for in its body. */
  retry_after_ms?: number | undefined;
}

const BY_CODE: Partial<Record<string, Permanent>> = {
  context_length_exceeded: "too-large",
  exceed_context_size_error: "too-large",
  request_too_large: "too-large",
  insufficient_quota: "unpaid",
  exceeded_current_quota_error: "unpaid",
  billing_hard_limit_reached: "unpaid",
  billing_not_active: "unpaid",
  invalid_encrypted_content: "sealed",
};

/** OpenAI's words for an account without credit are Google's words for a limit that passes, so they are no row here. */
const UNPAID =
  /credit balance is too low|insufficient (?:balance|credits?|funds)|used all available credits/i;

/** How providers say that a prompt does not fit into the model's window. Each has a row in the test. */
const TOO_LONG: readonly RegExp[] = [
  /context.?length|context window|maximum context/i,
  /exceeds? (?:the )?(?:available )?context (?:size|limit)/i,
  /(?:prompt|input) (?:is )?too long/i,
  /prompt exceeds max(?:imum)? length|maximum prompt length/i,
  /longer than the maximum model length/i,
  /input token count.*exceeds the maximum/i,
  /exceeded model token limit/i,
  /reduce the length of the (?:messages|prompt|input)/i,
  // Bedrock uses the same words for too many tokens in a minute.
  /too many tokens(?!.*(?:wait|per ))/i,
];

/**
 * OpenAI's words for one request of more tokens than the account may send in a minute. They come as a rate limit (429), which no wait mends:
 * only a shorter request does.
 */
const TOO_LARGE_EVER = /request too large for|must be reduced in order to run/i;

const NOT_TAKEN: readonly (readonly [Permanent, RegExp])[] = [
  ["sealed", /encrypted content .*could not be (?:verified|decrypted)/i],
  ["sealed", /invalid [`'"]?signature[`'"]? in [`'"]?thinking/i],
  ["no-tools", /(?:not|n't|endpoints found that) support (?:\w+ )?(?:tools?|functions?)\b/i],
  ["no-tools", /(?:tools?|tool use|(?:tool|function) calling)[`'"]? (?:is|are) not (?:supported|enabled)/i],
  ["no-tools", /tool choice requires/i],
  [
    "no-files",
    /(?:not|n't|endpoints found that) support (?:\w+ )?(?:images?|vision|audio|pdfs?|files?|documents?)\b/i,
  ],
  ["no-files", /(?:images?|image input|vision)[`'"]? (?:is|are) not (?:supported|enabled)/i],
  ["no-files", /image_url[`'"]? is only supported|unknown variant `image_url`|required for image input/i],
];

/** Google answers a wrong key with 400. */
const NO_KEY = /api key (not valid|expired)|API_KEY_INVALID/i;

/** A provider that has too much to do says so by its status; its words may speak of tokens, and mean a rate. */
const BUSY = [429, 503, 529];

/** What no further attempt mends, in an error that came without a status. "Invalid" alone may be an answer of the server behind. */
const PERMANENT: readonly RegExp[] = [
  /not supported|unsupported|(?:not|n't) support|not (?:allowed|permitted)|too (?:long|large)/i,
  /\binvalid (?:request|argument|value|parameter|prompt|input|image|schema|role|message|type|model|['"`])/i,
];

/** What the provider means beyond its status; undefined where the status says it all. @param status undefined where none came */
export function meaningOf(
  { words, codes }: ProviderError,
  status: number | undefined,
): Permanent | undefined {
  const named = codes.map((code) => BY_CODE[code]).find((meaning) => meaning !== undefined);
  if (named !== undefined) return named;
  if (UNPAID.test(words)) return "unpaid";
  if (TOO_LARGE_EVER.test(words)) return "too-large";
  if (status !== undefined && BUSY.includes(status)) return undefined;
  if (TOO_LONG.some((pattern) => pattern.test(words))) return "too-large";
  const not_taken = NOT_TAKEN.find(([, pattern]) => pattern.test(words));
  if (not_taken !== undefined) return not_taken[0];
  if (status === undefined && PERMANENT.some((pattern) => pattern.test(words))) return "rejected";
  return status === 400 && NO_KEY.test(words) ? "key" : undefined;
}

/** Errors inside a stream that began well, by their type. */
const STREAM_ERRORS: Partial<Record<string, number>> = {
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
  context_length_exceeded: 413,
  insufficient_quota: 402,
  invalid_prompt: 400,
  // Google's types.
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
  DEADLINE_EXCEEDED: 504,
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
};

/** The status that an error inside a stream stands for; undefined for an error that nobody knows. */
export const statusIn = ({ codes }: ProviderError): number | undefined =>
  codes
    .map((code) => STREAM_ERRORS[code] ?? Number(code))
    .find((number) => Number.isInteger(number) && number >= 400 && number < 600);

/**
 * Reads an error of the wire: an object, a JSON text of one, or a plain sentence. Most providers write `{error: {message, type, code}}`;
 * others leave out the inner object, or write a sentence in its place. Undefined where there is neither.
 */
export function providerError(error: unknown): ProviderError | undefined {
  const parsed = typeof error === "string" ? parseJson(error) : error;
  // Google's chat interface sends a list of one.
  const whole = Array.isArray(parsed) ? parsed[0] : parsed;
  if (typeof whole !== "object" || whole === null || whole instanceof Error)
    return typeof error === "string" ? { words: error, codes: [] } : undefined;
  const told = field(field(whole, "response"), "error") ?? field(whole, "error");
  const inner = typeof told === "object" && told !== null ? told : whole;
  const words = [told, field(inner, "message"), field(inner, "detail")].find(isText) ?? "";
  const codes = ["type", "code", "status"]
    .map((name) => field(inner, name))
    .filter((code) => typeof code === "string" || typeof code === "number")
    .map(String);
  // A router repeats what the provider behind it has said.
  const raw = field(field(inner, "metadata"), "raw");
  const behind = isText(raw) ? providerError(raw) : undefined;
  const retry_after_ms = retryDelay(field(inner, "details")) ?? behind?.retry_after_ms;
  return { words: behind?.words || words, codes: [...codes, ...(behind?.codes ?? [])], retry_after_ms };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
