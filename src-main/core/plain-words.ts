/** Tells words for people from words for programmers: a sentence has only the first, and technical details have the rest. */

/** Characters of another side's words that a sentence may hold. */
const LONGEST = 300;

const MARKUP = /<[a-z!/?]/i;
const DATA = /^\s*[[{]/;
const CODES = /\b(?:E(?:CONN|NOTFOUND|HOST|NET|TIMEDOUT|AI_|PIPE|ADDR|PROTO)\w*|(?:UND_)?ERR_\w+|HPE_\w+)\b/;
const LIBRARY = /fetch failed|socket hang up|other side closed|^terminated$|^\s*at .+:\d+:\d+/im;

/** Returns true for a short text without markup, data, codes of the network, or a library's own words. */
export const isPlain = (text: string): boolean =>
  text.length <= LONGEST && ![MARKUP, DATA, CODES, LIBRARY].some((pattern) => pattern.test(text));

/** How deep `fetch` and the SDK wrap an error. */
const DEEPEST_CAUSE = 6;

/** An error and its causes. Of the attempts at several addresses the first counts. */
export function* chainOf(error: unknown): Generator<Error, void> {
  let cause: unknown = error;
  for (let depth = 0; cause instanceof Error && depth < DEEPEST_CAUSE; depth++) {
    yield cause;
    cause = cause.cause ?? (cause instanceof AggregateError ? cause.errors[0] : undefined);
  }
}

/** The messages and codes of an error and its causes, a line each. */
export function causesOf(error: unknown): string {
  const lines = new Set<string>();
  for (const cause of chainOf(error)) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    lines.add(cause.message.includes(code) ? cause.message : `${code}: ${cause.message}`);
  }
  return [...lines].filter(Boolean).join("\n");
}
