/** The line above the sessions of a day, a month or a folder. */
import { t } from "../../platform/language/language";
import { monthName } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import type { GroupRow } from "./session-rows";

interface GroupNameProps {
  row: GroupRow;
  now: number;
  /** In pixels. */
  start: number;
  height: number;
}

/** Returns the name of a group. The caller calls `useTranslation`, so that it is drawn anew when the language changes. */
export function groupName({ group, at, folder }: GroupRow, now: number): string {
  if (folder !== undefined) return folder === "" ? t("sessions:groups.no-folder") : folder;
  return /^\d/.test(group) ? monthName(at, now) : t(`sessions:groups.${group as NamedGroup}`);
}

/**
 * Shows the name of a group to the eye. A tree holds nothing but its items, so the first session of the group tells it to screen readers.
 */
export function GroupName({ row, now, start, height }: GroupNameProps) {
  useTranslation("sessions");
  return (
    <div
      className="picker-day"
      role="presentation"
      title={row.group.startsWith("folder ") ? row.group.slice(7) : undefined}
      style={{ translate: `0 ${start}px`, height }}
    >
      <bdi className="one-line">{groupName(row, now)}</bdi>
    </div>
  );
}

type NamedGroup = "pinned" | "today" | "yesterday" | "week" | "days30";
