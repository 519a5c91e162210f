/** The line above the sessions of a day or a month. */
import { useTranslation } from "../../language/use-translation";
import type { GroupRow } from "../../state/session-rows";
import { monthName } from "../../ui/time";

interface GroupNameProps {
  row: GroupRow;
  now: number;
  /** Pixels. */
  start: number;
  height: number;
}

export function GroupName({ row: { group, at }, now, start, height }: GroupNameProps) {
  const { t } = useTranslation("sessions");
  const isMonth = /^\d/.test(group);
  return (
    <div className="picker-day" role="presentation" style={{ top: start, height }}>
      {isMonth ? monthName(at, now) : t(`groups.${group as NamedGroup}`)}
    </div>
  );
}

type NamedGroup = "pinned" | "today" | "yesterday" | "week" | "days30";
