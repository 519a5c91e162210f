/** The picker: all sessions by recency, a page at a time, and a new one. */
import { SquarePen } from "lucide-react";
import { useStore } from "zustand";
import { doing, startNewSession } from "../../state/actions";
import { sessionList, showArchive } from "../../state/session-list";
import { BraidMark } from "../../ui/icons";
import { SidebarButton } from "../panes/sidebar-button";
import { SessionTree } from "./session-tree";
import "./sessions.css";

export function SessionPicker() {
  const archived = useStore(sessionList, (state) => state.archived);
  return (
    <nav className="picker" aria-label="Sessions">
      <header className="picker-head">
        <span className="picker-mark">
          <BraidMark />
          <span>{archived ? "Archive" : "Braid"}</span>
        </span>
        <SidebarButton in="sidebar" />
        <button
          type="button"
          className="button button-icon"
          aria-label="New session"
          aria-keyshortcuts="Control+N"
          title="New session (Ctrl+N)"
          onClick={() => startNewSession()}
        >
          <SquarePen />
        </button>
      </header>
      <SessionTree />
      <footer className="picker-foot">
        <button
          type="button"
          className="button button-quiet"
          aria-pressed={archived}
          onClick={() => doing(() => showArchive(!archived))}
        >
          Archive
        </button>
      </footer>
    </nav>
  );
}
