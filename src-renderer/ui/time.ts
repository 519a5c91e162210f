/** Times as people say them: the clock today, the weekday this week, the date before that. */

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" });
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });

const DAY_MS = 24 * 60 * 60 * 1000;

export type DayGroup = "Today" | "Yesterday" | "Last 7 days" | "Earlier";

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

export function dayGroup(at: number, now: number): DayGroup {
  const today = midnight(now);
  if (at >= today) return "Today";
  if (at >= midnight(today - DAY_MS / 2)) return "Yesterday";
  return at >= midnight(today - 6.5 * DAY_MS) ? "Last 7 days" : "Earlier";
}

export function shortTime(at: number, now: number): string {
  const group = dayGroup(at, now);
  if (group === "Today" || group === "Yesterday") return clock.format(at);
  return group === "Last 7 days" ? weekday.format(at) : date.format(at);
}

export const clockTime = (at: number): string => clock.format(at);
export const fullTime = (at: number): string => full.format(at);
