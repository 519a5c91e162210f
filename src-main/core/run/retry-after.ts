/** Reads from a refusal's headers, or from its body, how long the provider asks to wait. */

const NUMBER = /^\d{1,12}(?:\.\d+)?$/;
/** A date as HTTP writes it; `Date.parse` takes almost anything for a date. */
const DATE = /^[A-Za-z]{3}[a-z]*,? /;

/**
 * Milliseconds, from `retry-after-ms`, or from `retry-after` in seconds or as a date; the longest of several. Undefined where the headers
 * name no time, or one that is over. @param now epoch ms
 */
export function retryAfter(headers: Record<string, string> | undefined, now: number): number | undefined {
  const asked = headers?.["retry-after"]?.trim() ?? "";
  const ms =
    longest(headers?.["retry-after-ms"] ?? "") ??
    (DATE.test(asked) ? Date.parse(asked) - now : thousandfold(longest(asked)));
  return ms !== undefined && ms > 0 ? ms : undefined;
}

/** A span of time as Google writes it: "45.8s". */
const SPAN = /^(\d{1,12}(?:\.\d{1,9})?)s$/;
const RETRY_INFO = /\/google\.rpc\.RetryInfo$/;
/** Google sends a few. */
const MOST_DETAILS = 64;

/** Milliseconds, from the details of an error in a body: Google sends no header. Undefined where they name no time, or none at all. */
export function retryDelay(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  for (const detail of details.slice(0, MOST_DETAILS)) {
    const { "@type": type, retryDelay: delay } = Object(detail) as Record<string, unknown>;
    if (typeof type !== "string" || !RETRY_INFO.test(type) || typeof delay !== "string") continue;
    const ms = Math.ceil(Number(SPAN.exec(delay)?.[1]) * 1000);
    return ms > 0 ? ms : undefined;
  }
  return undefined;
}

function longest(asked: string): number | undefined {
  const times = asked.split(",", 8).map((time) => time.trim());
  return times.every((time) => NUMBER.test(time)) ? Math.max(...times.map(Number)) : undefined;
}

const thousandfold = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);
