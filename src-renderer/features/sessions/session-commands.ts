/**
 * The commands that concern one session, an entry each. The picker's menu runs them for the session under the pointer, other callers for
 * the current one.
 */

import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { CommandId } from "../../../src-preload/contract/window/commands";
import type { Command } from "../../platform/commands/command";
import { openDialog } from "../../platform/dialogs";
import { t } from "../../platform/language/language";
import { doing, markUnread, pin, rename as renameTo, setArchived, showSession } from "../../thread/actions";
import { ask } from "../../thread/requests";
import { setRenaming } from "../../thread/session-list";
import { mainThread } from "../../thread/thread";
import { shownSessions } from "./shown-sessions";

interface SessionCommand {
  id: CommandId;
  /** The name in the menu for this session. Elsewhere the command has one name for all. */
  name: (session: SessionSummary) => string;
  /** The key in the picker, if it differs from the command's key. */
  hotkey?: string;
  /** Marks an entry that takes something away. */
  danger?: true;
  run: (session: SessionSummary, from: "list" | "bar") => void;
}

/** In the order of the menu. */
export const sessionCommands = [
  {
    id: "rename-session",
    name: () => t("sessions:menu.rename"),
    hotkey: "F2",
    run: ({ id }, from) => setRenaming({ session_id: id, in: from }),
  },
  {
    id: "pin-session",
    name: ({ pinned_at }) => t(pinned_at === undefined ? "sessions:menu.pin" : "sessions:menu.unpin"),
    run: ({ id, pinned_at }) => doing(() => pin(id, pinned_at === undefined)),
  },
  {
    id: "mark-unread",
    name: ({ unread }) => t(unread === true ? "sessions:menu.mark-read" : "sessions:menu.mark-unread"),
    run: ({ id, unread }) => doing(() => markUnread(id, unread !== true)),
  },
  {
    id: "export-session",
    name: () => t("sessions:menu.export"),
    run: ({ id }) => openDialog({ name: "export", session_id: id }),
  },
  {
    id: "archive-session",
    name: ({ archived_at }) =>
      t(archived_at === undefined ? "sessions:menu.archive" : "sessions:menu.unarchive"),
    run: ({ id, archived_at }) => doing(() => setArchived(id, archived_at === undefined)),
  },
  {
    id: "delete-session",
    name: () => t("sessions:menu.delete"),
    hotkey: "Delete",
    danger: true,
    run: ({ id }, from) => {
      // In the list, the focus moves on to the next row.
      if (from === "bar") mainThread.focusComposer();
      doing(() => ask().deleteSession(id));
    },
  },
] as const satisfies readonly SessionCommand[];

const atHand = () => mainThread.view.getState().view?.session;
const ofCurrent = ({ run }: SessionCommand): Command => ({
  run: () => {
    const session = atHand();
    if (session !== undefined) run(session, "bar");
  },
  enabled: () => atHand() !== undefined,
});

/** Renames at once with a title (`/rename A better one`), else opens the editor in place. */
function renameCurrent(title?: string): void {
  const session = atHand();
  if (session === undefined) return;
  if (title === undefined) rename.run(session, "bar");
  else doing(() => renameTo(session.id, title));
}

/** Returns the session after or before the current one, in the picker's order; the first one if none is current. */
function neighbour(step: 1 | -1): SessionSummary | undefined {
  const rows = shownSessions();
  const current = mainThread.view.getState().session_id;
  const at = rows.findIndex(({ session }) => session.id === current);
  return at < 0 ? rows[0]?.session : rows[at + step]?.session;
}

const going = (step: 1 | -1): Command => ({
  run: () => {
    const session = neighbour(step);
    if (session !== undefined) showSession(session.id);
  },
  enabled: () => neighbour(step) !== undefined,
});

type Done = (typeof sessionCommands)[number]["id"];
const [rename, pinning, unread, exporting, archiving, deleting] = sessionCommands;

export const commandsOfSessions = {
  "next-session": going(1),
  "previous-session": going(-1),
  [rename.id]: { ...ofCurrent(rename), run: renameCurrent },
  [pinning.id]: { ...ofCurrent(pinning), checked: () => atHand()?.pinned_at !== undefined },
  [unread.id]: ofCurrent(unread),
  [exporting.id]: ofCurrent(exporting),
  [archiving.id]: ofCurrent(archiving),
  [deleting.id]: ofCurrent(deleting),
} satisfies Record<Done | "next-session" | "previous-session", Command>;
