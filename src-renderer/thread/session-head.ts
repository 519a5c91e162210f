/** The title and the folder of a thread's session, even before its messages have come. */

import { useStore } from "zustand";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../src-preload/contract/domain/sessions";
import { type SessionListState, sessionList } from "./session-list";
import type { Thread } from "./thread";

const listed = ({ pinned, sessions, above }: SessionListState, session_id: SessionId) =>
  [pinned, sessions, above].map((all) => all.find(({ id }) => id === session_id)).find(Boolean);

/** Takes the attached session, else the list's entry. Without either, keeps the last session's until the new one is drawn. */
export function useSessionHead({ view, drawn }: Thread): SessionSummary | undefined {
  const session_id = useStore(view, (state) => state.session_id) ?? undefined;
  const attached = useStore(view, (state) => state.view?.session);
  const missing = attached === undefined ? session_id : undefined;
  const known = useStore(sessionList, (state) =>
    missing === undefined ? undefined : listed(state, missing),
  );
  const before = useStore(drawn, (state) => (missing === undefined ? undefined : state.view?.session));
  return attached ?? known ?? before;
}
