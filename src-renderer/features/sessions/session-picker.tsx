/** The picker: all sessions by recency, a search by title, and a button for a new session. */
import { Archive, Command, Settings, SquarePen, Trash2 } from "lucide-react";
import { useStore } from "zustand";
import { useKeyNames } from "../../platform/commands/key-names";
import { runCommand } from "../../platform/commands/registry";
import { useTranslation } from "../../platform/language/use-translation";
import { windowName } from "../../platform/language/window-name";
import { doing, startNewSession } from "../../thread/actions";
import { sessionList, showArchive } from "../../thread/session-list";
import { useSlots } from "../../thread/slots";
import { IconButton } from "../../ui/icon-button";
import { BraidMark } from "../../ui/icons";
import { EmptyList } from "./empty-list";
import { SessionFilter } from "./session-filter";
import { SessionTree } from "./session-tree";
import "./sessions.css";

export function SessionPicker() {
  const slots = useSlots();
  const { t } = useTranslation(["sessions", "commands"]);
  const archived = useStore(sessionList, (state) => state.archived);
  return (
    <div className="picker">
      <header className="picker-head">
        <span className="picker-mark">
          <BraidMark />
          <span>{archived ? t("archive") : windowName()}</span>
        </span>
        {slots && <slots.SidebarButton in="sidebar" />}
        <IconButton label={t("commands:go-to")} {...useKeyNames("go-to")} onClick={() => runCommand("go-to")}>
          <Command />
        </IconButton>
        <IconButton
          label={t("commands:new-session")}
          {...useKeyNames("new-session")}
          onClick={() => startNewSession()}
        >
          <SquarePen />
        </IconButton>
      </header>
      <SessionFilter />
      <SessionTree />
      <EmptyList />
      <footer className="picker-foot">
        <button
          type="button"
          className="button button-quiet"
          aria-pressed={archived}
          onClick={() => doing(() => showArchive(!archived))}
        >
          <Archive aria-hidden="true" />
          <span>{t("archive")}</span>
        </button>
        <button type="button" className="button button-quiet" onClick={() => runCommand("open-trash")}>
          <Trash2 aria-hidden="true" />
          <span>{t("trash.title")}</span>
        </button>
        <span className="picker-foot-room" />
        <IconButton
          label={t("settings")}
          {...useKeyNames("open-settings")}
          onClick={() => runCommand("open-settings")}
        >
          <Settings />
        </IconButton>
      </footer>
    </div>
  );
}
