/** The bar above the conversation: which session this is, where it works, how it stands. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { sessionView } from "../../state/session-view";
import { SidebarButton } from "../panes/sidebar-button";
import { Status } from "../status/status";

export function SessionBar() {
  const title = useStore(sessionView, (state) => state.view?.session.title);
  const isNew = useStore(sessionView, (state) => state.session_id === null);
  const folder = useStore(sessionView, (state) => state.view?.session.workspace_root ?? state.workspace_root);
  const shown = title ?? (isNew ? "New session" : "");
  useEffect(() => {
    document.title = shown === "" ? "Braid" : `${shown} – Braid`;
  }, [shown]);
  return (
    <header className="session-bar">
      <SidebarButton in="bar" />
      <h1 title={shown}>{shown}</h1>
      {folder === undefined ? null : (
        <span className="session-folder" title={folder}>
          <bdi>{folder}</bdi>
        </span>
      )}
      <span className="session-bar-room" />
      <Status />
    </header>
  );
}
