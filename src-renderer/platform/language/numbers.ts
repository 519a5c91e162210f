/** Numbers as people read them, in the window's language: tokens, money, durations. */
import { spokenLanguage } from "./language";

/** "12,345" */
export const count = (value: number): string => new Intl.NumberFormat(spokenLanguage()).format(value);

/** "124k", "1.2M": short enough for a glance. */
export function short(value: number): string {
  for (const [size, letter] of [
    [1_000_000, "M"],
    [1_000, "k"],
  ] as const) {
    const scaled = value / size;
    // A number that would be rounded to 1000k is shown as 1M.
    if (scaled < 0.9995) continue;
    const maximumFractionDigits = scaled < 9.95 ? 1 : 0;
    return `${new Intl.NumberFormat(spokenLanguage(), { maximumFractionDigits }).format(scaled)}${letter}`;
  }
  return count(value);
}

/** US dollars. A fraction of a cent is shown with two significant digits. */
export function dollars(value: number): string {
  const digits =
    value === 0 || value >= 0.01 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 };
  return new Intl.NumberFormat(spokenLanguage(), { style: "currency", currency: "USD", ...digits }).format(
    value,
  );
}

/** "12 s", "2 min 5 s", "1 h 5 min": SI symbols, the same in every language. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
