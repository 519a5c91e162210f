/** Which rows of the tree are built: those in sight, and the one that has the focus or is being renamed, wherever one has scrolled. */
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import type { SessionId } from "../../../src-preload/contract/ids";
import { doing } from "../../state/actions";
import { mainPane } from "../../state/pane";
import { loadSessions, sessionList } from "../../state/session-list";
import type { TreeRow } from "../../state/session-rows";
import { useRowHeights } from "./tree-measures";

const OVERSCAN = 10;
/** Rows before the end at which the next page is asked for. */
const AHEAD = 30;

const indexIn = (rows: readonly TreeRow[], id: SessionId | null | undefined): number =>
  rows.findIndex((row) => row.kind === "session" && row.session.id === id);

export interface TreeWindow {
  /** Pixels. */
  height: number;
  shown: readonly { index: number; start: number; size: number }[];
  /** Rows that can be seen at once. */
  page: () => number;
  bringIntoSight: (id: SessionId) => void;
}

export function useTreeWindow(
  rows: readonly TreeRow[],
  keep: SessionId | undefined,
  box: RefObject<HTMLElement | null>,
): TreeWindow {
  const heights = useRowHeights();
  const kept = indexIn(rows, keep);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (rows[index]?.kind === "group" ? heights.group : heights.session),
    overscan: OVERSCAN,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      return kept < 0 || shown.includes(kept) ? shown : [...shown, kept].sort((a, b) => a - b);
    },
  });
  // Other rows or other heights, other places.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the measures are made from.
  useLayoutEffect(() => virtual.measure(), [virtual, heights, rows]);

  const shown = virtual.getVirtualItems();
  const bringIntoSight = (id: SessionId) => {
    const index = indexIn(rows, id);
    // The name of the first group is brought along with its first session.
    if (index >= 0) virtual.scrollToIndex(index === 1 ? 0 : index, { align: "auto" });
  };
  useMorePages(rows.length, virtual.range?.endIndex ?? 0);
  useCurrentInSight(rows, bringIntoSight);
  return {
    height: virtual.getTotalSize(),
    shown,
    page: () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / heights.session) - 1),
    bringIntoSight,
  };
}

/** The next page comes as its reader nears the end of this one. */
function useMorePages(count: number, last: number): void {
  const next = useStore(sessionList, (state) => state.next);
  const near = next !== undefined && last >= count - AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that did not reach out of sight is followed by the next.
  useEffect(() => {
    if (near) doing(loadSessions);
  }, [near, next]);
}

/** A session that is shown from elsewhere (a key, the palette, another window) is in sight here. */
function useCurrentInSight(rows: readonly TreeRow[], bringIntoSight: (id: SessionId) => void): void {
  const current = useStore(mainPane.view, (state) => state.session_id);
  const done = useRef<SessionId | null>(undefined);
  useLayoutEffect(() => {
    if (done.current === current || indexIn(rows, current) < 0 || !current) return;
    done.current = current;
    bringIntoSight(current);
  });
}
