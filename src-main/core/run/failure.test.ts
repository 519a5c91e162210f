import { APICallError, JSONParseError, NoOutputGeneratedError, TypeValidationError } from "ai";
import { afterEach, describe, expect, test } from "vitest";
import { inWords, speak } from "../../language/language";
import { inEnglish } from "../english";
import { OfflineError } from "../offline-error";
import { ProxyError } from "../proxy-error";
import { classifyFailure } from "./failure";
import { createPatience, waitBefore } from "./patience";
import { retryAfter, retryDelay } from "./retry-after";

afterEach(() => speak("en"));

const NOW = Date.parse("2026-01-01T00:00:00Z");
const coded = (code: string, message = `${code}: routines:ssl3_get_record:wrong version number`) =>
  Object.assign(new Error(message), { code });
/** As the SDK wraps what `fetch` threw. */
const unsent = (cause: Error) =>
  new APICallError({
    message: `Cannot connect to API: ${cause.message}`,
    cause,
    url: "u",
    requestBodyValues: {},
    isRetryable: true,
  });
const broken = (cause: Error) =>
  new APICallError({
    message: "Failed to process successful response",
    cause,
    url: "u",
    requestBodyValues: {},
    statusCode: 200,
    isRetryable: true,
  });
const answered = (responseBody: string) =>
  new APICallError({
    message: "Invalid JSON response",
    url: "u",
    requestBodyValues: {},
    statusCode: 200,
    responseBody,
    isRetryable: false,
  });

/** A cause that no person has asked for. */
const LIBRARY =
  /UND_|ECONN|ENOT|EPROTO|ETIMED|EAI_|ERR_|SSL|routines|CERT|API|JSON|Zod|undici|fetch|Failed to process|No output|Type validation|Error message|Value:/;

const FAILURES: [string, unknown, boolean][] = [
  ["a socket that closed", unsent(coded("UND_ERR_SOCKET")), true],
  ["refused", unsent(coded("ECONNREFUSED")), true],
  ["reset", broken(coded("ECONNRESET")), true],
  ["closed in mid-stream", broken(new TypeError("terminated", { cause: coded("UND_ERR_SOCKET") })), true],
  ["no address", new TypeError("fetch failed", { cause: coded("ENOTFOUND") }), true],
  ["several addresses", unsent(new AggregateError([coded("ETIMEDOUT"), coded("ENETUNREACH")])), true],
  ["no network", unsent(coded("EAI_AGAIN")), true],
  ["what is no HTTP", unsent(coded("HPE_INVALID_CONSTANT")), true],
  ["an unknown code", unsent(coded("ERR_STREAM_PREMATURE_CLOSE")), true],
  ["without a code", unsent(new Error("routines")), true],
  ...[
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "CERT_HAS_EXPIRED",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "EPROTO",
    "ERR_SSL_WRONG_VERSION_NUMBER",
  ].map((code): [string, unknown, boolean] => [code, unsent(coded(code)), false]),
  ["offline", new OfflineError(new TypeError("fetch failed", { cause: coded("ENOTFOUND") })), true],
  ...(
    [
      ["unreachable", true],
      ["failed", true],
      ["login", false],
      ["wrong-login", false],
      ["refused", false],
      ["unreadable", false],
      ["other-kind", false],
    ] as const
  ).map(([fault, again]): [string, unknown, boolean] => [
    `a proxy: ${fault}`,
    new ProxyError(fault, { proxy: "proxy.example:8080", cause: coded("ECONNREFUSED") }),
    again,
  ]),
  [
    "half JSON",
    new JSONParseError({ text: '{"choi', cause: new SyntaxError("Unexpected end of JSON input") }),
    false,
  ],
  ["an unknown event", new TypeValidationError({ value: { surprise: 1 }, cause: new Error("[zod]") }), false],
  ["nothing", new NoOutputGeneratedError({ message: "No output generated. Check the stream." }), false],
  ["what was no answer", answered('{"surprise": 1}'), false],
  ["a broken text", new SyntaxError("Unexpected token < in JSON"), false],
];

describe("what is told of a failure", () => {
  test.each(FAILURES)(
    "[RN-7] %s: in words of people, tried again only where that may help",
    (_, error, transient) => {
      for (const language of ["en", "de"] as const) {
        speak(language);
        const { info, summary, ...failure } = classifyFailure(error, NOW);
        expect(failure.transient).toBe(transient);
        for (const sentence of [info.message, info.hint ?? "", summary].map(inWords)) {
          expect(sentence).toMatch(/\S+ \S+/);
          expect(sentence).not.toMatch(LIBRARY);
          expect(sentence).not.toContain("{{");
        }
      }
    },
  );

  test("what was sent is kept for the details, where something was", () => {
    expect(classifyFailure(FAILURES.at(-4)?.[1], NOW).info.details).toContain('{"surprise":1}');
    expect(classifyFailure(answered("<html>"), NOW).info.details).toContain("<html>");
    expect(classifyFailure(unsent(coded("UND_ERR_SOCKET")), NOW).info.details).toContain("UND_ERR_SOCKET");
  });

  const refused = (statusCode: number, message: string, responseBody?: string) => {
    const call = { url: "u", requestBodyValues: {}, isRetryable: false };
    const body = responseBody === undefined ? {} : { responseBody };
    return classifyFailure(new APICallError({ ...call, statusCode, message, ...body }), NOW).info;
  };

  test("a provider may say as much as it likes: a page of it is kept, and not in the sentence", () => {
    const info = refused(400, "x".repeat(60_000));
    expect(inEnglish(info.message)).toBe("The provider refused the request (400).");
    expect(info.details).toHaveLength(8_000);
  });

  test("a provider's plain words stand in the sentence; codes and pages stand apart", () => {
    const plain = refused(400, "Invalid value for 'temperature'.");
    expect(inEnglish(plain.message)).toContain("(400): Invalid value for 'temperature'.");
    expect(plain).not.toHaveProperty("details");
    const code = refused(503, "connect ECONNREFUSED 10.0.0.1:443");
    expect(inEnglish(code.message)).toMatch(/\(503\)\.$/);
    expect(code.details).toContain("ECONNREFUSED");
    const page = refused(502, "Bad Gateway", "<html><h1>502</h1></html>");
    expect(inEnglish(page.message)).toContain("(502): Bad Gateway");
    expect(page.details).toBe("<html><h1>502</h1></html>");
  });

  test.each([
    ["model", refused(400, "No.")],
    ["key", refused(401, "No.")],
    ["key", refused(400, "API key not valid")],
    ["model", refused(402, "No.")],
    ["model", refused(403, "No.")],
    ["model", refused(404, "The model `big` does not exist")],
    ["address", refused(404, "Not Found", "<html>nginx</html>")],
    ["room", refused(413, "No.")],
    [undefined, refused(429, "No.")],
    [undefined, refused(503, "No.")],
    ["server", classifyFailure(unsent(coded("ECONNREFUSED")), NOW).info],
    ["server", classifyFailure(unsent(coded("ENOTFOUND")), NOW).info],
    ["address", classifyFailure(unsent(coded("CERT_HAS_EXPIRED")), NOW).info],
    [undefined, classifyFailure(new OfflineError(coded("ENOTFOUND")), NOW).info],
    [undefined, classifyFailure(unsent(coded("EAI_AGAIN")), NOW).info],
    [undefined, classifyFailure(unsent(coded("UND_ERR_SOCKET")), NOW).info],
    ["address", classifyFailure(answered("<html>"), NOW).info],
  ])("mended by: %s (%#)", (mend, info) => {
    expect(info.mend).toBe(mend);
  });
});

/** As the SDK reports a refusal: of a body in an unusual shape it knows only the name of the status. */
const refusedWith = (statusCode: number, body: unknown, message = "Bad Request") =>
  classifyFailure(
    new APICallError({
      message,
      url: "u",
      requestBodyValues: {},
      statusCode,
      responseBody: typeof body === "string" ? body : JSON.stringify(body),
      isRetryable: statusCode === 429 || statusCode >= 500,
    }),
    NOW,
  );

/** Providers write this where a prompt is longer than the model's window. */
const TOO_LONG: [provider: string, status: number, body: object][] = [
  [
    "OpenAI",
    400,
    {
      error: {
        message: "Your input exceeds the context window of this model.",
        type: "invalid_request_error",
      },
    },
  ],
  ["OpenAI by its code", 400, { error: { message: "No.", code: "context_length_exceeded" } }],
  [
    "Anthropic",
    400,
    { error: { type: "invalid_request_error", message: "prompt is too long: 2 > 1 maximum" } },
  ],
  [
    "Anthropic with the answer",
    400,
    { error: { message: "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000" } },
  ],
  ["Anthropic by its type", 400, { error: { type: "request_too_large", message: "No." } }],
  [
    "Gemini",
    400,
    {
      error: {
        code: 400,
        message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        status: "INVALID_ARGUMENT",
      },
    },
  ],
  [
    "Gemini's chat interface",
    400,
    [
      {
        error: {
          code: 400,
          message: "The input token count exceeds the maximum number of tokens allowed 9.",
        },
      },
    ],
  ],
  [
    "llama.cpp",
    400,
    { error: { code: 400, message: "the request exceeds the available context size, try increasing it" } },
  ],
  ["llama.cpp by its type", 400, { error: { code: 400, message: "No.", type: "exceed_context_size_error" } }],
  ["llama.cpp of old", 500, { error: { code: 500, message: "exceeds the available context size" } }],
  [
    "xAI",
    400,
    {
      code: "invalid-argument",
      error: "This model's maximum prompt length is 131072 but the request has 140000.",
    },
  ],
  [
    "Groq",
    400,
    {
      error: {
        message: "Please reduce the length of the messages or completion.",
        type: "invalid_request_error",
        code: "context_length_exceeded",
      },
    },
  ],
  [
    "Groq by its words",
    400,
    { error: { message: "Please reduce the length of the messages or completion." } },
  ],
  ["Cerebras", 400, { message: "No.", type: "invalid_request_error", code: "context_length_exceeded" }],
  [
    "Moonshot",
    400,
    { error: { message: "Invalid request: Your request exceeded model token limit: 8192", type: "x" } },
  ],
  ["Bedrock", 400, { message: "Input is too long for requested model." }],
  ["Cohere", 400, { message: "too many tokens: size limit exceeded by 11326 tokens" }],
  [
    "Mistral",
    400,
    { object: "error", message: "Prompt is too large for model with 32768 maximum context length" },
  ],
  ["vLLM", 400, { message: "The decoder prompt (length 9) is longer than the maximum model length of 8." }],
  [
    "OpenAI, for more than the account may send in a minute",
    429,
    {
      error: {
        message:
          "Request too large for gpt-4.1 in organization org-x on tokens per min (TPM): Limit 30000, Requested 43610. The input or output tokens must be reduced in order to run successfully.",
        type: "tokens",
        code: "rate_limit_exceeded",
      },
    },
  ],
  ["Z.ai", 400, { error: { code: "1261", message: "Prompt exceeds max length" } }],
  [
    "OpenRouter, of the provider behind it",
    400,
    {
      error: {
        message: "Provider returned error",
        code: 400,
        metadata: { raw: '{"error":{"message":"prompt is too long: 2 > 1"}}' },
      },
    },
  ],
];

describe("[RN-9] a prompt that is too long", () => {
  test.each(TOO_LONG)("%s", (_, status, body) => {
    const failure = refusedWith(status, body);
    expect(failure).toMatchObject({ transient: false, info: { code: "CONTEXT_TOO_LARGE", mend: "room" } });
  });

  test.each([
    [429, { message: "Too many tokens, please wait before trying again." }],
    [429, { error: { message: "Rate limit reached on tokens per minute: context length 9" } }],
    [503, { error: { message: "Loading a model with a context length of 8192" } }],
    [500, { error: { message: "Too many tokens per day, wait for tomorrow." } }],
  ])("%i may speak of tokens and mean a rate", (status, body) => {
    expect(refusedWith(status, body).transient).toBe(true);
  });

  test("the provider's own words are told, wherever they stand in the body", () => {
    const told = (status: number, body: object) => inEnglish(refusedWith(status, body).info.message);
    expect(told(400, { message: "Input is too long." })).toContain("(400): Input is too long.");
    expect(told(400, { code: "x", error: "maximum prompt length" })).toContain(": maximum prompt length");
    expect(told(422, { detail: "No such role." })).toContain("(422): No such role.");
    expect(told(400, {})).toContain("(400): Bad Request");
  });
});

describe("what the words and codes mean, whatever the status", () => {
  test.each([
    ["OpenAI without credit", 429, { error: { message: "No.", code: "insufficient_quota" } }, "Top up"],
    [
      "Moonshot without credit",
      429,
      { error: { message: "No.", type: "exceeded_current_quota_error" } },
      "Top up",
    ],
    [
      "Anthropic without credit",
      400,
      {
        error: {
          type: "invalid_request_error",
          message: "Your credit balance is too low to access the API.",
        },
      },
      "Top up",
    ],
    ["xAI without credit", 429, { error: "Your team has used all available credits" }, "Top up"],
    ["DeepSeek without credit", 402, { error: { message: "Insufficient Balance" } }, "Top up"],
    [
      "OpenRouter: tools",
      404,
      { error: { message: "No endpoints found that support tool use." } },
      "Can use tools",
    ],
    ["Ollama: tools", 400, { error: { message: "gemma:2b does not support tools" } }, "Can use tools"],
    [
      "Groq: tools",
      400,
      { error: { message: "`tool calling` is not supported with this model" } },
      "Can use tools",
    ],
    [
      "Google: tools",
      400,
      { error: { message: "Function calling is not enabled for gemma" } },
      "Can use tools",
    ],
    [
      "vLLM: tools",
      400,
      { message: '"auto" tool choice requires --enable-auto-tool-choice' },
      "Can use tools",
    ],
    [
      "OpenRouter: pictures",
      404,
      { error: { message: "No endpoints found that support image input" } },
      "turn off in its form what it does not read",
    ],
    [
      "OpenAI: pictures",
      400,
      { error: { message: "image_url is only supported by certain models" } },
      "turn off in its form what it does not read",
    ],
    [
      "llama.cpp: pictures",
      500,
      { error: { message: "image input is not supported" } },
      "turn off in its form what it does not read",
    ],
    [
      "OpenAI: thoughts of another account",
      400,
      {
        error: {
          message: "The encrypted content gAAA... could not be verified.",
          type: "invalid_request_error",
        },
      },
      "Use the key of that account",
    ],
    ["OpenRouter: a model", 404, { error: { message: "No endpoints found for foo/bar." } }, "another model"],
  ])("[RN-7] %s: is not retried, and what to do is said", (_, status, body, advice) => {
    const { transient, info } = refusedWith(status, body);
    expect({ transient, mend: info.mend }).toEqual({ transient: false, mend: "model" });
    expect(inEnglish(info.hint ?? "")).toContain(advice);
  });

  test("Google's quota of a minute is told in the words of an account without credit, and passes", () => {
    const message = "You exceeded your current quota, please check your plan and billing details.";
    const body = { error: { code: 429, message, status: "RESOURCE_EXHAUSTED" } };
    expect(refusedWith(429, body)).toMatchObject({
      transient: true,
      info: { code: "PROVIDER_RATE_LIMITED" },
    });
  });
});

describe("an error inside a stream that names no status", () => {
  const OVERFLOW =
    "The number of tokens to keep from the initial prompt is greater than the context length. Load it with a larger one.";
  const invalidEvent = (value: unknown) => new TypeValidationError({ value, cause: new Error("[zod]") });

  test.each([
    ["LM Studio's overflow", { message: OVERFLOW }, "CONTEXT_TOO_LARGE"],
    ["LM Studio's overflow as a sentence", invalidEvent({ error: OVERFLOW }), "CONTEXT_TOO_LARGE"],
    ["llama.cpp's overflow", { type: "exceed_context_size_error", message: "No." }, "CONTEXT_TOO_LARGE"],
    ["a sentence alone", "Input is too long.", "CONTEXT_TOO_LARGE"],
    [
      "pictures",
      { message: "Model does not support images. Please use a model that does." },
      "PROVIDER_REJECTED",
    ],
    ["a parameter", { message: "Unsupported parameter: 'top_k'" }, "PROVIDER_REJECTED"],
    ["a value", { message: "Invalid 'messages[3].content'" }, "PROVIDER_REJECTED"],
    ["a type that is known", { type: "invalid_request_error", message: "No." }, "PROVIDER_REJECTED"],
  ])("[RN-7] %s: lasts, and is not asked again", (_, error, code) => {
    const { transient, info } = classifyFailure(error, NOW);
    expect({ transient, code: info.code }).toEqual({ transient: false, code });
    expect(inEnglish(info.message)).not.toContain("(500)");
  });

  test.each([
    ["nobody knows", { message: "The model has crashed." }],
    ["nobody knows, as a sentence", invalidEvent({ error: "The model has crashed." })],
    ["of the server behind", { message: "Invalid response from the upstream server" }],
    ["without words", {}],
    ["that is passing", { type: "overloaded_error", message: "Not supported right now" }],
  ])("[RN-7] one %s: may pass", (_, error) => {
    expect(classifyFailure(error, NOW)).toMatchObject({
      transient: true,
      info: { code: "PROVIDER_UNAVAILABLE" },
    });
  });
});

describe("[RN-7] Retry-After", () => {
  test.each([
    ["2", 2000],
    ["0.5", 500],
    [" 7 ", 7000],
    ["5, 10", 10_000],
    ["Thu, 01 Jan 2026 00:00:09 GMT", 9000],
    ["0", undefined],
    ["-5", undefined],
    ["0, 0", undefined],
    ["Wed, 31 Dec 2025 23:59:59 GMT", undefined],
    ["2025-01-01", undefined],
    ["soon", undefined],
    ["1e9", undefined],
    ["Infinity", undefined],
    ["", undefined],
  ])("%j is %s", (asked, ms) => {
    expect(retryAfter({ "retry-after": asked }, NOW)).toBe(ms);
  });

  test.each([
    ["1500", 1500],
    ["0", undefined],
    ["-1", undefined],
  ])("in milliseconds %j is %s", (asked, ms) => {
    expect(retryAfter({ "retry-after-ms": asked }, NOW)).toBe(ms);
  });
});

/** As Gemini refuses what is more than the quota of a minute. */
const googleLimited = (retryDelay: unknown) => ({
  error: {
    code: 429,
    message:
      "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 10\nPlease retry in 45.837450612s.",
    status: "RESOURCE_EXHAUSTED",
    details: [
      {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [
          {
            quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests",
            quotaId: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier",
            quotaDimensions: { location: "global", model: "gemini-2.5-flash" },
            quotaValue: "10",
          },
        ],
      },
      {
        "@type": "type.googleapis.com/google.rpc.Help",
        links: [
          {
            description: "Learn more about Gemini API quotas",
            url: "https://ai.google.dev/gemini-api/docs/rate-limits",
          },
        ],
      },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay },
    ],
  },
});

describe("[RN-7] the wait that Google names in its body", () => {
  test("is waited for, also in the list of its chat interface, and in an error inside a stream", () => {
    const failure = { transient: true, retry_after_ms: 45_838, info: { code: "PROVIDER_RATE_LIMITED" } };
    const body = googleLimited("45.837450612s");
    expect(refusedWith(429, body)).toMatchObject(failure);
    expect(refusedWith(429, [body])).toMatchObject(failure);
    expect(classifyFailure(body, NOW)).toMatchObject(failure);
  });

  test("counts only where no header names one", () => {
    const call = { message: "No.", url: "u", requestBodyValues: {}, statusCode: 429, isRetryable: true };
    const responseBody = JSON.stringify(googleLimited("45s"));
    const waitAfter = (responseHeaders: Record<string, string>) =>
      classifyFailure(new APICallError({ ...call, responseBody, responseHeaders }), NOW).retry_after_ms;
    expect(waitAfter({ "retry-after": "7" })).toBe(7000);
    expect(waitAfter({ "retry-after": "soon" })).toBe(45_000);
  });

  test.each([
    "",
    "s",
    "0s",
    "-5s",
    "1e9s",
    "Infinitys",
    "45",
    "45.8 s",
    "9".repeat(400),
    45,
    null,
    {},
    ["45s"],
  ])("%j is none", (delay) => {
    expect(refusedWith(429, googleLimited(delay))).not.toHaveProperty("retry_after_ms");
  });

  test.each([
    undefined,
    null,
    "45s",
    { 0: { retryDelay: "45s" } },
    [null, 7, "45s", [], { retryDelay: "45s" }],
  ])("details that are none: %j", (details) => {
    expect(retryDelay(details)).toBeUndefined();
  });
});

describe("[RN-7] the wait before another attempt", () => {
  const settings = { max_retries: 4, max_retry_wait_ms: 120_000 };
  const failure = { ...classifyFailure(unsent(coded("ECONNRESET")), NOW) };

  test.each([undefined, 0, 20, 100])("is our own where the provider asks for %s ms", (retry_after_ms) => {
    const asked = retry_after_ms === undefined ? {} : { retry_after_ms };
    for (const [attempt, least] of [
      [1, 875],
      [2, 1750],
      [3, 3500],
      [4, 7000],
    ] as const)
      expect(waitBefore(attempt, { ...failure, ...asked }, settings, 0)).toBeGreaterThanOrEqual(least);
  });

  test("is the provider's where that is longer, and its user's where it is too long", () => {
    expect(waitBefore(1, { ...failure, retry_after_ms: 60_000 }, settings, 0)).toBe(60_000);
    expect(waitBefore(1, { ...failure, retry_after_ms: 120_001 }, settings, 0)).toBeUndefined();
  });

  test("ends after so many attempts, and at once for what does not pass", () => {
    expect(waitBefore(5, failure, settings, 0)).toBeUndefined();
    expect(waitBefore(1, classifyFailure(unsent(coded("EPROTO")), NOW), settings, 0)).toBeUndefined();
  });

  test("a name that is not found for ten seconds is none; a network may come back later", () => {
    const unknown = classifyFailure(unsent(coded("ENOTFOUND")), NOW);
    expect(waitBefore(1, unknown, settings, 0)).toBeGreaterThan(800);
    expect(waitBefore(3, unknown, settings, 3000)).toBeGreaterThan(3000);
    expect(waitBefore(4, unknown, settings, 7000)).toBeUndefined();
    for (const missing of [unsent(coded("EAI_AGAIN")), new OfflineError(coded("ENOTFOUND"))])
      expect(waitBefore(4, classifyFailure(missing, NOW), settings, 7000)).toBeGreaterThan(6000);
  });

  test("a failure that comes as the network is back has all its attempts", () => {
    const waitAfter = createPatience(settings);
    const offline = classifyFailure(new OfflineError(coded("ENOTFOUND")), NOW);
    for (let n = 0; n < 6; n++) expect(waitAfter(offline)).toBeGreaterThan(0);
    for (let n = 0; n < 4; n++) expect(waitAfter(failure)).toBeLessThan(10_000);
    expect(waitAfter(failure)).toBeUndefined();
    expect(waitAfter(offline)).toBe(30_000);
  });

  test("a computer that is offline is waited for by the minute, half a minute at a time", () => {
    const offline = classifyFailure(new OfflineError(coded("ENOTFOUND")), NOW);
    expect(waitBefore(12, offline, settings, 200_000)).toBe(30_000);
    expect(waitBefore(14, offline, settings, 270_001)).toBeUndefined();
    expect(waitBefore(1, offline, { ...settings, max_retries: 0 }, 0)).toBeUndefined();
    expect(waitBefore(3, offline, { ...settings, max_retry_wait_ms: 2000 }, 0)).toBe(2000);
  });
});
