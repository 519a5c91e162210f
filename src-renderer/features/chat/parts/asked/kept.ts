/** Words that somebody has typed into a question, kept while its row is not built. A restart forgets them. */
import { useState } from "react";

/** More questions are never open at once. */
const MOST = 50;

const kept = new Map<string, unknown>();

function keep(id: string, value: unknown): void {
  kept.delete(id);
  kept.set(id, value);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}

/** `id`: of the question, or of what stays where another question takes its place. `T` is always the same for an id. */
export function useKept<T extends object>(id: string, initial: () => T): [T, (change: Partial<T>) => void] {
  const [value, setValue] = useState<T>(() => (kept.get(id) as T | undefined) ?? initial());
  const change = (changed: Partial<T>) =>
    setValue((before) => {
      const now = { ...before, ...changed };
      keep(id, now);
      return now;
    });
  return [value, change];
}

export const forget = (id: string): void => void kept.delete(id);
