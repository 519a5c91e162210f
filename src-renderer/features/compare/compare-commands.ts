/** The commands of what is read side by side. */
import type { CommandId } from "../../../src-preload/contract/commands";
import type { SessionId } from "../../../src-preload/contract/ids";
import type { Command } from "../../commands/command";
import { beside, closeBeside, enterBeside } from "../../state/beside";
import { mainPane } from "../../state/pane";
import { sessionList } from "../../state/session-list";
import { openBeside } from "./side-by-side";

const isOpen = (): boolean => {
  const { shown } = beside.getState();
  return shown !== undefined && shown.kind !== "sidecar";
};

/** What one most likely wants to compare the session at hand with: that it was branched from, else its newest branch. */
function relative(): SessionId | undefined {
  const session = mainPane.view.getState().view?.session;
  if (session === undefined) return undefined;
  const { pinned, sessions } = sessionList.getState();
  return session.parent_id ?? [...sessions, ...pinned].find(({ parent_id }) => parent_id === session.id)?.id;
}

function open(): void {
  if (isOpen()) return enterBeside();
  const session_id = relative();
  if (session_id !== undefined) openBeside(session_id);
}

export const compareCommands = {
  "open-beside": { run: open, enabled: () => isOpen() || relative() !== undefined },
  "close-beside": { run: closeBeside, enabled: isOpen },
} satisfies Partial<Record<CommandId, Command>>;
