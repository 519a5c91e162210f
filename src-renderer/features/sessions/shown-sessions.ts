/** The sessions of the list in the order in which the window shows them. */
import { layout } from "../../platform/layout";
import { sessionList } from "../../thread/session-list";
import { type SessionRow, sessionsOf, treeRows } from "./session-rows";

export const shownSessions = (): SessionRow[] =>
  sessionsOf(treeRows(sessionList.getState(), Date.now(), layout.getState().by_folder));
