/** The sessions as a tree: arrows move, Enter opens, F2 renames, the menu key or a right click shows what else can be done. */
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { SessionId } from "../../../src-preload/contract/ids";
import type { SessionSummary } from "../../../src-preload/contract/types";
import { doing, showSession } from "../../state/actions";
import { loadSessions, sessionList } from "../../state/session-list";
import { sessionView } from "../../state/session-view";
import { dayGroup } from "../../ui/time";
import { SessionItem } from "./session-item";
import { type MenuPlace, SessionMenu } from "./session-menu";

interface Day {
  name: string;
  sessions: SessionSummary[];
}

/** `sessions` newest first. */
function byDay(sessions: readonly SessionSummary[], now: number): Day[] {
  const days: Day[] = [];
  for (const session of sessions) {
    const name = dayGroup(session.updated_at, now);
    const last = days.at(-1);
    if (last?.name === name) last.sessions.push(session);
    else days.push({ name, sessions: [session] });
  }
  return days;
}

const itemOf = (event: { target: EventTarget }) =>
  (event.target as Element).closest<HTMLElement>("[data-session-id]");
const idOf = (item: HTMLElement | null) => item?.dataset.sessionId as SessionId | undefined;

/** Where an arrow leads from `item`. */
function neighbour(tree: HTMLElement, item: HTMLElement, key: string): HTMLElement | undefined {
  const items = [...tree.querySelectorAll<HTMLElement>("[data-session-id]")];
  const at = items.indexOf(item);
  if (key === "ArrowDown") return items[at + 1];
  if (key === "ArrowUp") return items[at - 1];
  if (key === "Home") return items[0];
  return key === "End" ? items.at(-1) : undefined;
}

/** The next page comes as its reader nears the end of this one. */
function MoreSessions() {
  const next = useStore(sessionList, (state) => state.next);
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = mark.current;
    if (target === null || next === undefined) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) doing(loadSessions);
      },
      { root: target.closest(".picker-tree"), rootMargin: "0px 0px 400px 0px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [next]);
  return <div ref={mark} role="none" className="picker-more" />;
}

export function SessionTree() {
  const sessions = useStore(sessionList, (state) => state.sessions);
  const states = useStore(sessionList, (state) => state.states);
  const archived = useStore(sessionList, (state) => state.archived);
  const current = useStore(sessionView, (state) => state.session_id);
  const [renaming, setRenaming] = useState<SessionId>();
  const [menu, setMenu] = useState<MenuPlace>();
  const now = Date.now();
  const days = useMemo(() => byDay(sessions, now), [sessions, now]);
  // One item is in the order of tabs: the one that is shown, or the first.
  const tabStop = sessions.some((session) => session.id === current) ? current : sessions[0]?.id;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const item = itemOf(event);
    const id = idOf(item);
    if (item === null || id === undefined || renaming !== undefined) return;
    const next = neighbour(event.currentTarget, item, event.key);
    if (next !== undefined) next.focus();
    else if (event.key === "Enter" || event.key === " ") showSession(id);
    else if (event.key === "F2") setRenaming(id);
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      const { left, bottom } = item.getBoundingClientRect();
      setMenu({ session_id: id, x: left + 24, y: bottom });
    } else return;
    event.preventDefault();
  };
  const onContextMenu = (event: MouseEvent) => {
    const id = idOf(itemOf(event));
    if (id === undefined) return;
    event.preventDefault();
    setMenu({ session_id: id, x: event.clientX, y: event.clientY });
  };

  return (
    <div className="picker-tree">
      <div
        role="tree"
        aria-label={archived ? "Archived sessions" : "All sessions"}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
      >
        {days.map((day) => (
          // biome-ignore lint/a11y/useSemanticElements: in a tree this is the only element for a group.
          <div key={day.name} role="group" aria-label={day.name}>
            <div className="picker-day" aria-hidden="true">
              {day.name}
            </div>
            {day.sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                state={states.get(session.id) ?? "idle"}
                isCurrent={session.id === current}
                isTabStop={session.id === tabStop}
                isRenaming={session.id === renaming}
                onRenamed={setRenaming}
              />
            ))}
          </div>
        ))}
      </div>
      <MoreSessions />
      {sessions.length === 0 && archived ? <p className="picker-empty">Nothing is archived.</p> : null}
      {menu === undefined ? null : (
        <SessionMenu
          place={menu}
          archived={archived}
          onRename={setRenaming}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  );
}
