/**
 * Sessions whose answers are shown as plain text, because a page failed while it drew them or because their user chose so. Main keeps them.
 */

import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { ShownAsText } from "../../src-preload/contract/window/boot";
import { call } from "../platform/bridge";
import { type Thread, useThreadDrawn } from "./thread";
import type { SessionViewState } from "./view/session-view";

const shownAsText = createStore<{ sessions: readonly ShownAsText[] }>(() => ({ sessions: [] }));

export const takeShownAsText = (sessions: readonly ShownAsText[]): void => shownAsText.setState({ sessions });

/** The session of a view; hidden turns are shown as their session is. */
const sessionOf = ({ session_id, timeline }: Pick<SessionViewState, "session_id" | "timeline">) =>
  session_id ?? timeline?.session_id;

const find = (sessions: readonly ShownAsText[], session_id: SessionId | undefined) =>
  sessions.find((session) => session.session_id === session_id);

/** The entry of the thread's session; undefined where its answers are drawn. */
export function useShownAsText(): ShownAsText | undefined {
  const session_id = useThreadDrawn(sessionOf);
  return useStore(shownAsText, ({ sessions }) => find(sessions, session_id));
}

/** The session of a thread; `as_text` says that it is shown as text. */
export function asTextIn({ view }: Thread): { session_id: SessionId; as_text: boolean } | undefined {
  const session_id = sessionOf(view.getState());
  if (session_id === undefined) return undefined;
  return { session_id, as_text: find(shownAsText.getState().sessions, session_id) !== undefined };
}

/** Applies in all windows, and after a restart. @throws CallError */
export async function showAsText(session_id: SessionId, as_text: boolean): Promise<void> {
  await call("app.show_as_text", { session_id, as_text });
}
