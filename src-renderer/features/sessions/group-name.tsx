/** The line above the sessions of a day or a month. */
import { t } from "../../platform/language/language";
import { monthName } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import type { GroupRow } from "./session-rows";

interface GroupNameProps {
  row: GroupRow;
  now: number;
  /** Pixels. */
  start: number;
  height: number;
}

/** As it is read; `useTranslation` has the caller drawn anew where the language changes. */
export function groupName({ group, at }: GroupRow, now: number): string {
  return /^\d/.test(group) ? monthName(at, now) : t(`sessions:groups.${group as NamedGroup}`);
}

/** For the eye: a tree holds nothing but its items, so the first of the group says its name to those who listen. */
export function GroupName({ row, now, start, height }: GroupNameProps) {
  useTranslation("sessions");
  return (
    <div className="picker-day" role="presentation" style={{ top: start, height }}>
      {groupName(row, now)}
    </div>
  );
}

type NamedGroup = "pinned" | "today" | "yesterday" | "week" | "days30";
