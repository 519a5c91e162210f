/** The links from the main thread's session to its parent and branches (BR-3), kept up to date by the app's news. */

import { createStore } from "zustand/vanilla";
import type { BranchLinks, Fork } from "../../src-preload/contract/domain/branches";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import { call, onAppEvent } from "../platform/bridge";
import { latest } from "../platform/latest";
import { reportError } from "../platform/notices";
import { mainThread } from "./thread";

export const branchLinks = createStore<BranchLinks>(() => ({ forks: [] }));

/** Groups branches by their message: several may begin at one. */
export function forksByMessage(forks: readonly Fork[]): ReadonlyMap<MessageId, readonly Fork[]> {
  const found = new Map<MessageId, Fork[]>();
  for (const fork of forks) {
    const others = found.get(fork.message_id);
    if (others === undefined) found.set(fork.message_id, [fork]);
    else others.push(fork);
  }
  return found;
}

/** Returns true for news of a linked session, or of a new branch. Pure. */
export function concerns(event: AppEvent, session_id: SessionId, links: BranchLinks): boolean {
  if (event.type === "session-changed" && event.session.parent_id === session_id) return true;
  if (event.type !== "session-changed" && event.type !== "sessions-removed") return false;
  const ids = event.type === "session-changed" ? [event.session.id] : event.session_ids;
  return [links.origin, ...links.forks].some((link) => link !== undefined && ids.includes(link.session_id));
}

const links = latest(() => mainThread.drawn.getState().session_id);

async function load(session_id: SessionId): Promise<void> {
  await links(
    () => call("branch.links", { session_id }),
    (now) => branchLinks.setState(now, true),
  );
}

/** Called once, when the window begins. */
export function watchBranchLinks(): void {
  branchLinks.setState(mainThread.drawn.getState().links, true);
  // Set in the same step as the messages: a line that came later would move them.
  mainThread.drawn.subscribe(({ links: shown }, before) => {
    if (shown !== before.links) branchLinks.setState(shown, true);
  });
  onAppEvent((event) => {
    const { session_id } = mainThread.drawn.getState();
    if (session_id && concerns(event, session_id, branchLinks.getState()))
      load(session_id).catch(reportError);
  });
}
