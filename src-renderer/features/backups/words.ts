/** Formats the times of backups for people. */
import { spokenLanguage } from "../../platform/language/language";
import { midnight } from "../../platform/language/time";

export const day = (at: number): string =>
  new Intl.DateTimeFormat(spokenLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(at);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `2 hours ago`, in whole units; days as the calendar has them. A clock that was set back makes no backup of the future. */
export function age(at: number, now: number, language = spokenLanguage()): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const passed = Math.max(0, now - at);
  if (passed < MINUTE_MS) return format.format(0, "second");
  if (passed < HOUR_MS) return format.format(-Math.floor(passed / MINUTE_MS), "minute");
  if (passed < DAY_MS) return format.format(-Math.floor(passed / HOUR_MS), "hour");
  return format.format(-Math.round((midnight(now) - midnight(at)) / DAY_MS), "day");
}
