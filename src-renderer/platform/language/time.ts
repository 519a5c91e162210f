/** Times as people say them, in the window's language: the clock today, the weekday this week, the date before that. */
import { spokenLanguage } from "./language";

/** One formatter for each language: making one costs more than a thousand uses. */
export function formatter(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (at) => {
    const locale = localeOf(spokenLanguage());
    const format = made.get(locale) ?? new Intl.DateTimeFormat(locale, options);
    made.set(locale, format);
    return format.format(at);
  };
}

/** The user's own region where it speaks the window's language: en-GB writes its dates otherwise than en-US. */
const localeOf = (language: string): string =>
  globalThis.navigator?.languages?.find((locale) => locale.split("-")[0] === language) ?? language;

const clock = formatter({ timeStyle: "short" });
const weekday = formatter({ weekday: "short" });
const date = formatter({ day: "numeric", month: "short" });
const month = formatter({ month: "long" });
const monthOfYear = formatter({ month: "long", year: "numeric" });
const full = formatter({ dateStyle: "full", timeStyle: "short" });

const DAY_MS = 24 * 60 * 60 * 1000;

/** The group of a session in the list. An older one stands under its month: `2026-03`. */
export type DayGroup = "today" | "yesterday" | "week" | "days30" | `${number}-${string}`;

export const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

export const dayGroup = (at: number, now: number): DayGroup => dayGrouper(now)(at);

/** Groups many sessions at once. */
export function dayGrouper(now: number): (at: number) => DayGroup {
  const today = midnight(now);
  // Half a day off, because a day may have 23 or 25 hours.
  const daysAgo = (days: number) => midnight(today - (days - 0.5) * DAY_MS);
  const [yesterday, week, days30] = [daysAgo(1), daysAgo(7), daysAgo(30)];
  return (at) => {
    if (at >= today) return "today";
    if (at >= yesterday) return "yesterday";
    if (at >= week) return "week";
    if (at >= days30) return "days30";
    const then = new Date(at);
    return `${then.getFullYear()}-${String(then.getMonth() + 1).padStart(2, "0")}`;
  };
}

/** `March`, with the year if it is not this one. */
export function monthName(at: number, now: number): string {
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? month(at) : monthOfYear(at);
}

export function shortTime(at: number, now: number): string {
  const group = dayGroup(at, now);
  if (group === "today" || group === "yesterday") return clock(at);
  return group === "week" ? weekday(at) : date(at);
}

export const clockTime = (at: number): string => clock(at);
export const fullTime = (at: number): string => full(at);
