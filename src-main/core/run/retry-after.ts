/** Reads from a refusal's headers how long the provider asks to wait. */

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

function longest(asked: string): number | undefined {
  const times = asked.split(",", 8).map((time) => time.trim());
  return times.every((time) => NUMBER.test(time)) ? Math.max(...times.map(Number)) : undefined;
}

const thousandfold = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);
