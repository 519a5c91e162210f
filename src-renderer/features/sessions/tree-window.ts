/** Chooses the rows of the tree to build: those in sight, and the one with the focus or being renamed, even when scrolled away. */
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { layout } from "../../platform/layout";
import { doing } from "../../thread/actions";
import { loadSessions, sessionList } from "../../thread/session-list";
import { mainThread } from "../../thread/thread";
import { isBranch, type TreeRow } from "./session-rows";
import { type RowHeights, useRowHeights } from "./tree-measures";

const OVERSCAN = 10;
/** The next page is asked for this many rows before the end. */
const AHEAD = 30;

type Key = VirtualItem["key"];

const indexIn = (rows: readonly TreeRow[], id: SessionId | null | undefined): number =>
  rows.findIndex((row) => row.kind === "session" && row.session.id === id);

function heightOf(row: TreeRow | undefined, { group, session, branch }: RowHeights): number {
  if (row?.kind === "group") return group;
  return row !== undefined && isBranch(row) ? branch : session;
}

export interface TreeWindow {
  /** In pixels. */
  height: number;
  shown: readonly { index: number; start: number; size: number }[];
  /** Returns the number of rows that can be seen at once. */
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
  /**
   * True after a key has led out of the built rows. At first only the rows in sight are built, the surrounding ones once the list stands
   * still.
   */
  const [leapt, setLeapt] = useState(false);
  // A new function makes the virtualizer place the rows again. Rows and heights decide the places.
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are what the places are made from.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : row.kind === "group" ? row.group : row.session.id;
    },
    [rows, heights],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(rows[index], heights),
    getItemKey,
    overscan: leapt ? 0 : OVERSCAN,
    onChange: ({ isScrolling }) => {
      if (!isScrolling) setLeapt(false);
    },
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      return kept < 0 || shown.includes(kept) ? shown : [...shown, kept].sort((a, b) => a - b);
    },
  });
  useSteady(rows, virtual, box);
  const shown = virtual.getVirtualItems();
  const bringIntoSight = (id: SessionId) => {
    const index = indexIn(rows, id);
    if (index < 0) return;
    if (!shown.some((item) => item.index === index)) setLeapt(true);
    // With the first session, the name of the first group comes into sight.
    virtual.scrollToIndex(index === 1 ? 0 : index, { align: "auto" });
  };
  useMorePages(rows.length, virtual.range?.endIndex ?? 0);
  useCurrentInSight(rows, box, bringIntoSight);
  return {
    height: virtual.getTotalSize(),
    shown,
    page: () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / heights.session) - 1),
    bringIntoSight,
  };
}

/**
 * Keeps the view still when rows come or go above it, e.g. when a page brings older members of a family. The first row in sight that
 * remains keeps its place. At the very top nothing is corrected, so that new rows are seen to arrive.
 */
function useSteady(
  rows: readonly TreeRow[],
  virtual: Virtualizer<HTMLElement, Element>,
  box: RefObject<HTMLElement | null>,
): void {
  const before = useRef<{ rows: readonly TreeRow[]; places: ReadonlyMap<Key, number> }>(undefined);
  const [, drawAnew] = useState({});
  useLayoutEffect(() => {
    const moved =
      before.current === undefined || before.current.rows === rows ? 0 : movedBy(before.current.places);
    const top = box.current?.scrollTop ?? 0;
    before.current = { rows, places: placesFrom(top + moved) };
    if (box.current === null || moved === 0 || top === 0) return;
    box.current.scrollTop = top + moved;
    // Draws anew before this frame is painted, not with the next one.
    virtual.scrollOffset = box.current.scrollTop;
    drawAnew({});
  });

  /** Returns the places of the rows in sight, from the top down. */
  function placesFrom(top: number): ReadonlyMap<Key, number> {
    return new Map(
      virtual
        .getVirtualItems()
        .filter(({ start }) => start >= top)
        .map(({ key, start }) => [key, start]),
    );
  }

  function movedBy(places: ReadonlyMap<Key, number>): number {
    const now = new Map(virtual.measurementsCache.map(({ key, start }) => [key, start]));
    for (const [key, start] of places) {
      const there = now.get(key);
      if (there !== undefined) return there - start;
    }
    return 0;
  }
}

/** Loads the next page when the view nears the end of this one. By folder all pages are loaded: each brings sessions to folders above. */
function useMorePages(count: number, last: number): void {
  const next = useStore(sessionList, (state) => state.next);
  const byFolder = useStore(layout, (state) => state.by_folder);
  const near = next !== undefined && (byFolder || last >= count - AHEAD);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that did not reach out of sight is followed by the next.
  useEffect(() => {
    if (near) doing(loadSessions);
  }, [near, next]);
}

/** A list also scrolls by itself, e.g. to the current row: only these tell that its user goes elsewhere in it. */
const BY_USER = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Brings a session into sight that was opened elsewhere (a key, the palette, another window). Its row may come with a later page: a user who
 * has gone elsewhere in the list by then stays there.
 */
function useCurrentInSight(
  rows: readonly TreeRow[],
  box: RefObject<HTMLElement | null>,
  bringIntoSight: (id: SessionId) => void,
): void {
  const current = useStore(mainThread.view, (state) => state.session_id);
  const done = useRef<SessionId | null>(undefined);
  useEffect(() => {
    const { current: list } = box;
    const giveUp = () => {
      done.current = current;
    };
    for (const type of BY_USER) list?.addEventListener(type, giveUp, { passive: true });
    return () => {
      for (const type of BY_USER) list?.removeEventListener(type, giveUp);
    };
  }, [box, current]);
  useLayoutEffect(() => {
    if (done.current === current || indexIn(rows, current) < 0 || !current) return;
    done.current = current;
    bringIntoSight(current);
  });
}
