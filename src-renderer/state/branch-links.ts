/** The ways from the session of the main thread to those it is next to in its family (BR-3), kept true by the app's news. */
import { createStore } from "zustand/vanilla";
import type { AppEvent } from "../../src-preload/contract/bridge";
import type { BranchLinks, Fork } from "../../src-preload/contract/calls/branches";
import type { MessageId, SessionId } from "../../src-preload/contract/ids";
import { call, onAppEvent } from "../bridge";
import { reportError } from "./app";
import { mainPane } from "./pane";

export const branchLinks = createStore<BranchLinks>(() => ({ forks: [] }));

/** Several branches may begin at one message. */
export function forksByMessage(forks: readonly Fork[]): ReadonlyMap<MessageId, readonly Fork[]> {
  const found = new Map<MessageId, Fork[]>();
  for (const fork of forks) {
    const others = found.get(fork.message_id);
    if (others === undefined) found.set(fork.message_id, [fork]);
    else others.push(fork);
  }
  return found;
}

/** Whether something has happened to one of those that are linked, or to one that is to be. Pure. */
export function concerns(event: AppEvent, session_id: SessionId, links: BranchLinks): boolean {
  if (event.type === "session-changed" && event.session.parent_id === session_id) return true;
  if (event.type !== "session-changed" && event.type !== "session-removed") return false;
  const id = event.type === "session-changed" ? event.session.id : event.session_id;
  return links.origin?.session_id === id || links.forks.some((fork) => fork.session_id === id);
}

async function load(session_id: SessionId): Promise<void> {
  const links = await call("branch.links", { session_id });
  if (mainPane.drawn.getState().session_id === session_id) branchLinks.setState(links, true);
}

/** Once, when the window begins. */
export function watchBranchLinks(): void {
  branchLinks.setState(mainPane.drawn.getState().links, true);
  // In the same step as the messages: a line that came later would move them.
  mainPane.drawn.subscribe(({ links }, before) => {
    if (links !== before.links) branchLinks.setState(links, true);
  });
  onAppEvent((event) => {
    const { session_id } = mainPane.drawn.getState();
    if (session_id && concerns(event, session_id, branchLinks.getState()))
      load(session_id).catch(reportError);
  });
}
