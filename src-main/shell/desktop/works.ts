/** Small things that exports and imports have in common: ids of one run of the app, and the codes of errors. */

/** Works of one run of the app that can still be asked for. */
const MOST_KEPT = 20;

/** Keeps a value under its id, and forgets the oldest beyond a bound. */
export function keep<T>(kept: Map<string, T>, id: string, value: T): void {
  kept.set(id, value);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** The code of an error; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";
