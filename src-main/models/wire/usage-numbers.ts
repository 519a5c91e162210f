/** Turns token counts that a server sends as texts ("12") into numbers: the adapters would refuse the event, and with it the answer. */
import { latin1OfUtf8, utf8Of } from "./latin1";

/** Inside a text the quotes would be escaped. */
const AS_TEXT = /"\w*(?:_tokens|TokenCount)"\s*:\s*"\d/;
const COUNT = /^\d{1,15}$/;
/** The places of the usage in the four wires. */
const PLACES = [["usage"], ["usageMetadata"], ["message", "usage"], ["response", "usage"]];

/** The same JSON, as latin1, with numbers for counts; anything else is returned as it is. */
export function withUsageNumbers(json: string): string {
  if (!AS_TEXT.test(json)) return json;
  try {
    const value: unknown = JSON.parse(utf8Of(json));
    for (const path of PLACES) {
      const usage = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
      if (isObject(usage)) countIn(usage);
    }
    return latin1OfUtf8(JSON.stringify(value));
  } catch {
    return json;
  }
}

/** Details (cached, reasoning) stand one level deeper. */
function countIn(usage: Record<string, unknown>, deeper = true): void {
  for (const [name, value] of Object.entries(usage)) {
    if (typeof value === "string" && COUNT.test(value)) usage[name] = Number(value);
    else if (deeper && isObject(value)) countIn(value, false);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
