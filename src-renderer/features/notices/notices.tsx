/** What the user has to be told and has no place in the thread: problems of the settings, news of the store, a call that failed. */
import { memo } from "react";
import { useStore } from "zustand";
import { appView, dismissNotice, type Notice } from "../../state/app";
import { CrossIcon } from "../../ui/icons";
import "./notices.css";

const NoticeLine = memo(function NoticeLine({ notice }: { notice: Notice }) {
  return (
    <div className="notice" role="alert" data-kind={notice.kind}>
      <p>
        {notice.message}
        {notice.hint === undefined ? null : <span className="notice-hint"> {notice.hint}</span>}
      </p>
      <button
        type="button"
        className="button button-icon"
        aria-label="Dismiss"
        onClick={() => dismissNotice(notice.id)}
      >
        <CrossIcon />
      </button>
    </div>
  );
});

export function Notices() {
  const notices = useStore(appView, (state) => state.notices);
  if (notices.length === 0) return null;
  return (
    <div className="notices">
      {notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
    </div>
  );
}
