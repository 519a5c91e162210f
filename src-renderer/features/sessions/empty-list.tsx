/** The text in place of an empty list, or below one of which a page is missing: the reason, and the one thing to do about it. */

import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import { doing, startNewSession } from "../../thread/actions";
import {
  filterSessions,
  loadSessions,
  type SessionListState,
  sessionList,
  showArchive,
} from "../../thread/session-list";

const hasNone = ({ pinned, sessions }: SessionListState) => pinned.length === 0 && sessions.length === 0;

export function EmptyList() {
  const { t } = useTranslation("sessions");
  const failed = useStore(sessionList, (state) => state.failed);
  const none = useStore(sessionList, hasNone);
  const whole = useStore(
    sessionList,
    ({ loaded, loading, next }) => loaded && !loading && next === undefined,
  );
  const archived = useStore(sessionList, (state) => state.archived);
  const filter = useStore(sessionList, (state) => state.filter);
  if (!failed && !(none && whole)) return null;
  const [why, action, act] = failed
    ? [t("failed.sessions"), t("failed.again"), () => doing(loadSessions)]
    : filter !== ""
      ? [t("empty.filtered", { filter }), t("empty.clear"), () => doing(() => filterSessions(""))]
      : archived
        ? [t("empty.archive"), t("empty.back"), () => doing(() => showArchive(false))]
        : [t("empty.sessions"), t("empty.write"), () => startNewSession()];
  return (
    <div className={none ? "picker-empty" : "picker-missing"}>
      <p>{why}</p>
      <button type="button" className="button button-link" onClick={act}>
        {action}
      </button>
    </div>
  );
}
