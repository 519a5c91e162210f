/** The text in place of an empty list: the reason, and the one thing to do about it. */

import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import { doing, startNewSession } from "../../thread/actions";
import { filterSessions, sessionList, showArchive } from "../../thread/session-list";

export function EmptyList() {
  const { t } = useTranslation("sessions");
  const empty = useStore(
    sessionList,
    ({ loaded, loading, pinned, sessions, next }) =>
      loaded && !loading && pinned.length === 0 && sessions.length === 0 && next === undefined,
  );
  const archived = useStore(sessionList, (state) => state.archived);
  const filter = useStore(sessionList, (state) => state.filter);
  if (!empty) return null;
  const [why, action, act] =
    filter !== ""
      ? [t("empty.filtered", { filter }), t("empty.clear"), () => doing(() => filterSessions(""))]
      : archived
        ? [t("empty.archive"), t("empty.back"), () => doing(() => showArchive(false))]
        : [t("empty.sessions"), t("empty.write"), () => startNewSession()];
  return (
    <div className="picker-empty">
      <p>{why}</p>
      <button type="button" className="button button-link" onClick={act}>
        {action}
      </button>
    </div>
  );
}
