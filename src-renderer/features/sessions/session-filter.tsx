/** The field that filters the list by a part of the title, or of the folder's name. */
import { Search } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import { filterSessions, sessionList } from "../../thread/session-list";

export function SessionFilter() {
  const { t } = useTranslation("sessions");
  const filter = useStore(sessionList, (state) => state.filter);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && filter !== "") doing(() => filterSessions(""));
    else if (event.key === "ArrowDown")
      document.querySelector<HTMLElement>(".picker-tree [role=treeitem][tabindex='0']")?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="picker-filter">
      <Search aria-hidden="true" />
      <input
        type="search"
        className="picker-filter-text"
        aria-label={t("filter")}
        placeholder={t("filter")}
        dir="auto"
        maxLength={200}
        value={filter}
        onChange={(event) => doing(() => filterSessions(event.currentTarget.value))}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
