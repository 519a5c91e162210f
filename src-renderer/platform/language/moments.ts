/** Times with their dates, for lists of what happened. The first list of sessions needs none of them, so its script does without. */
import { clockTime, dayGroup, formatter } from "./time";

const clockOfSeconds = formatter({ timeStyle: "medium" });
const moment = formatter({ dateStyle: "medium", timeStyle: "short" });
const momentOfSeconds = formatter({ dateStyle: "medium", timeStyle: "medium" });
const long = formatter({ dateStyle: "long", timeStyle: "short" });

/** The clock for a time today, with the date for an earlier one. */
export const momentTime = (at: number, now: number): string =>
  dayGroup(at, now) === "today" ? clockTime(at) : moment(at);

/** The times of things that stand together, as `momentTime`. Those that would read the same have their seconds. */
export function distinctTimes(ats: readonly number[], now: number): string[] {
  const times = ats.map((at) => momentTime(at, now));
  const precise = (at: number) => (dayGroup(at, now) === "today" ? clockOfSeconds(at) : momentOfSeconds(at));
  return ats.map((at, index) => {
    const time = times[index] ?? "";
    return times.indexOf(time) === times.lastIndexOf(time) ? time : precise(at);
  });
}

/** Without the weekday, for a narrow column. */
export const longTime = (at: number): string => long(at);
