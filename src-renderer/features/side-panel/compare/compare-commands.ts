/** The commands for two conversations side by side. */

import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import type { CommandId } from "../../../../src-preload/contract/window/commands";
import type { Command } from "../../../platform/commands/command";
import { sessionList } from "../../../thread/session-list";
import { mainThread } from "../../../thread/thread";
import { closeRead, enterPanel, sidePanel } from "../panel";
import { readIn, sidecarIn } from "../panel-state";
import { openBeside } from "./compare";

const isOpen = (): boolean => {
  const panel = sidePanel.getState();
  return readIn(panel) !== undefined && sidecarIn(panel) === undefined;
};

/** Returns the session to compare with if none is named: the one that the current session was branched from, else its newest branch. */
function relative(): SessionId | undefined {
  const session = mainThread.view.getState().view?.session;
  if (session === undefined) return undefined;
  const { pinned, sessions } = sessionList.getState();
  return session.parent_id ?? [...sessions, ...pinned].find(({ parent_id }) => parent_id === session.id)?.id;
}

function open(): void {
  if (isOpen()) return enterPanel();
  const session_id = relative();
  if (session_id !== undefined) openBeside(session_id);
}

export const compareCommands = {
  "open-beside": { run: open, enabled: () => isOpen() || relative() !== undefined },
  "close-beside": { run: closeRead, enabled: isOpen },
} satisfies Partial<Record<CommandId, Command>>;
