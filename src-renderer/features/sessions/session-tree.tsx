/** The sessions as a tree, of which only the rows in sight are built. Arrows move, Enter opens, F2 renames, letters jump. */
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { useTranslation } from "../../platform/language/use-translation";
import { layout } from "../../platform/layout";
import { doing, showSession } from "../../thread/actions";
import { ask } from "../../thread/requests";
import { sessionList, setFolded, setRenaming } from "../../thread/session-list";
import { mainThread } from "../../thread/thread";
import { ContextMenu } from "../../ui/menu";
import { GroupName, groupName } from "./group-name";
import { SessionItem } from "./session-item";
import { menuEntries } from "./session-menu";
import { type TreeRow, treeRows } from "./session-rows";
import { idOf, itemIn, type TreeFocus, useTreeFocus } from "./tree-focus";
import { type TreeAction, TypeAhead, treeAction } from "./tree-keys";
import { useToday } from "./tree-measures";
import { type TreeWindow, useTreeWindow } from "./tree-window";

/** Returns the current rows of the list. */
function useRows(now: number): readonly TreeRow[] {
  const pinned = useStore(sessionList, (state) => state.pinned);
  const sessions = useStore(sessionList, (state) => state.sessions);
  const above = useStore(sessionList, (state) => state.above);
  const folded = useStore(sessionList, (state) => state.folded);
  const next = useStore(sessionList, (state) => state.next);
  const byFolder = useStore(layout, (state) => state.by_folder);
  return useMemo(
    () => treeRows({ pinned, sessions, above, folded, next }, now, byFolder),
    [pinned, sessions, above, folded, next, now, byFolder],
  );
}

/** Opens the menu of the list under a row. */
function openMenu(item: HTMLElement): void {
  const { left, bottom } = item.getBoundingClientRect();
  const place = { bubbles: true, cancelable: true, clientX: left + 24, clientY: bottom };
  item.dispatchEvent(new MouseEvent("contextmenu", place));
}

/** Handles the keys of the tree, and keeps them from other listeners. Unknown keys pass. */
function useTreeKeys({ sessions, focus }: TreeFocus, { page, bringIntoSight }: TreeWindow) {
  const [typing] = useState(() => new TypeAhead());
  const perform = (action: TreeAction, id: SessionId, item: HTMLElement) => {
    if (action.do === "go") {
      const to = sessions[action.to]?.session.id ?? id;
      bringIntoSight(to);
      focus(to);
    } else if (action.do === "fold") setFolded(action.id, action.folded);
    else if (action.do === "open") showSession(id);
    else if (action.do === "beside") ask().openBeside(id);
    else if (action.do === "rename") setRenaming({ session_id: id, in: "list" });
    else if (action.do === "delete") doing(() => ask().deleteSession(id));
    else if (action.do === "menu") openMenu(item);
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget: tree, target } = event;
    const id = idOf(target);
    const item = itemIn(tree, id);
    // The title field within a row keeps its keys for itself.
    if (id === undefined || !item || item !== target) return;
    const at = sessions.findIndex(({ session }) => session.id === id);
    const forward = getComputedStyle(tree).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const action = treeAction(event, { rows: sessions, at, page: page(), forward }, typing);
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // A held key moves on, but does not delete one session after another.
    if (event.repeat && action.do !== "go") return;
    perform(action, id, item);
  };
}

function useRenaming() {
  return useStore(sessionList, ({ renaming }) => (renaming?.in === "list" ? renaming.session_id : undefined));
}

/** True until the first list has come. Other lists come too soon for something in their place. */
function useIsAwaited(): boolean {
  const loaded = useStore(sessionList, (state) => state.loaded);
  const loading = useStore(sessionList, (state) => state.loading);
  const came = useRef(false);
  came.current ||= loaded;
  return loading && !came.current;
}

const entriesAt = (target: Element) => menuEntries(idOf(target), target);

/** The menu wraps the tree from outside, so that it is not built anew for each row that comes into sight. */
export function SessionTree() {
  const { t } = useTranslation("sessions");
  return (
    <ContextMenu label={t("actions")} entries={entriesAt} className="picker-menu-area">
      <Tree />
    </ContextMenu>
  );
}

function Tree() {
  const { t } = useTranslation("sessions");
  const box = useRef<HTMLDivElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const now = useToday();
  const rows = useRows(now);
  const states = useStore(sessionList, (state) => state.states);
  const archived = useStore(sessionList, (state) => state.archived);
  const current = useStore(mainThread.view, (state) => state.session_id);
  const isAwaited = useIsAwaited();
  const renaming = useRenaming();
  const focus = useTreeFocus(rows, tree);
  const view = useTreeWindow(rows, renaming ?? focus.active, box);
  const onKeyDown = useTreeKeys(focus, view);
  const onRenamed = useCallback((byKey: boolean) => {
    const id = sessionList.getState().renaming?.session_id;
    setRenaming();
    if (byKey) itemIn(tree.current, id)?.focus({ preventScroll: true });
  }, []);

  const built = view.shown.map(({ index, start, size: height }) => {
    const row = rows[index];
    if (row === undefined) return null;
    if (row.kind === "group")
      return <GroupName key={row.group} row={row} now={now} start={start} height={height} />;
    const { id } = row.session;
    const above = rows[index - 1];
    return (
      <SessionItem
        key={id}
        row={row}
        // A pinned row tells that itself.
        group={above?.kind === "group" && above.group !== "pinned" ? groupName(above, now) : ""}
        state={states.get(id) ?? "idle"}
        now={now}
        start={start}
        height={height}
        isCurrent={id === current}
        isTabStop={id === focus.active}
        isRenaming={id === renaming}
        onRenamed={onRenamed}
      />
    );
  });
  return (
    <div className="picker-tree" ref={box} tabIndex={-1} aria-busy={isAwaited || undefined}>
      <div
        ref={tree}
        role="tree"
        aria-label={t(archived ? "archived-list" : "list")}
        style={{ height: view.height }}
        onKeyDown={onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        {built}
      </div>
    </div>
  );
}
