/** The focus in the tree. One row is in the tab order, and a row that is built anew keeps its focus. */

import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { mainThread } from "../../thread/thread";
import { isFocusNowhere } from "../../ui/focus";
import { type SessionRow, sessionsOf, type TreeRow } from "./session-rows";

export const itemIn = (tree: HTMLElement | null, id: SessionId | undefined) =>
  tree?.querySelector<HTMLElement>(`[role=treeitem][data-session-id="${id}"]`);

export const idOf = (target: EventTarget) =>
  (target as Element).closest<HTMLElement>("[data-session-id]")?.dataset.sessionId as SessionId | undefined;

export interface TreeFocus {
  sessions: readonly SessionRow[];
  /** The row in the tab order: the one with the focus, else the current session, else the first. */
  active: SessionId | undefined;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
  /** Gives the focus to a row. The row is built at once if need be, because the next key belongs to it. */
  focus: (id: SessionId | undefined) => void;
}

export function useTreeFocus(rows: readonly TreeRow[], tree: RefObject<HTMLElement | null>): TreeFocus {
  const current = useStore(mainThread.view, (state) => state.session_id) ?? undefined;
  const [visited, setVisited] = useState<SessionId>();
  const focused = useRef<SessionId>(undefined);
  const wanted = useRef<SessionId>(undefined);
  /** The index of the row with the focus. */
  const place = useRef(-1);
  const sessions = sessionsOf(rows);
  const ids = new Set(sessions.map(({ session }) => session.id));
  const active = [visited, current].find((id) => id !== undefined && ids.has(id)) ?? sessions[0]?.session.id;

  const take = () => {
    const item = wanted.current && itemIn(tree.current, wanted.current);
    if (!item) return;
    wanted.current = undefined;
    item.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    take();
    // The row has moved or gone, and the browser has left the focus nowhere.
    if (focused.current !== undefined && isFocusNowhere()) {
      const instead = sessions[Math.min(place.current, sessions.length - 1)]?.session.id ?? active;
      const next = ids.has(focused.current) ? focused.current : instead;
      itemIn(tree.current, next)?.focus({ preventScroll: true });
    }
    place.current = sessions.findIndex(({ session }) => session.id === focused.current);
  });
  return {
    sessions,
    active,
    onFocus: (event) => {
      focused.current = idOf(event.target);
      setVisited(focused.current);
    },
    onBlur: (event) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      focused.current = undefined;
      setVisited(undefined);
    },
    focus: (id) => {
      wanted.current = id;
      take();
      if (wanted.current !== undefined) flushSync(() => setVisited(id));
    },
  };
}
