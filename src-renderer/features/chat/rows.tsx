/**
 * The messages of a conversation, of which the rows around the view are built. What stands between them is room as high as the rows that
 * are not. Rows flow, so that the browser keeps what is read in its place when something above it turns out to have another height.
 */
import { observeElementRect, type Range, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import {
  Fragment,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react";
import { useStore } from "zustand";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { doing } from "../../thread/actions";
import { type Thread, useThread } from "../../thread/thread";
import { builtRows } from "../../thread/view/built-rows";
import type { MessageCell } from "../../thread/view/message-cell";
import { rewindState } from "../../thread/writing/rewind-state";
import { elementsInUse } from "./near";
import { HeightGuess, rowsToBuild } from "./row-range";

/** Rows beyond a built one whose words are fetched: when they are built as well, they are drawn once, with their words. */
const AHEAD = 8;

/** CSS pixels of a row of which nothing is known yet. */
const USUAL = { user: 90, other: 420 };

type Rows = Virtualizer<HTMLElement, HTMLElement>;

/** The indices of messages, by their ids. */
type Places = ReadonlyMap<string, number>;

const kindOf = (cell: MessageCell | undefined): keyof typeof USUAL =>
  cell?.get().message.role === "user" ? "user" : "other";

/** The ids of the rows in which the focus is, or in which marked words begin or end. */
function rowsInUse(list: HTMLElement | null): string[] {
  return elementsInUse().flatMap((element) => {
    const row = element.closest<HTMLElement>("[data-row]");
    return row && list?.contains(row) ? [row.dataset.row ?? ""] : [];
  });
}

/** React gives the list the element that scrolls only after the list has asked for it: then the list asks again. */
function useLateScroller({ scrollElement }: Rows): void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (scrollElement === null) again();
  }, [scrollElement]);
}

/** Tells whoever asks where a row stands. */
function useTops(thread: Thread, virtual: Rows, places: Places, list: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const topOf = (id: MessageId) => {
      const box = virtual.scrollElement;
      const row = virtual.measurementsCache[places.get(id) ?? -1];
      if (row === undefined || box === null || list.current === null) return undefined;
      return (
        list.current.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop + row.start
      );
    };
    builtRows(thread).setState({ topOf });
  }, [thread, virtual, places, list]);
}

function useRows(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  cells: readonly MessageCell[],
): Rows {
  const thread = useThread();
  const pinned = useStore(builtRows(thread), (state) => state.pinned);
  const edited = useStore(
    rewindState(thread),
    ({ editing, choosing }) => (editing?.edited ?? choosing)?.message_id,
  );
  const [guess] = useState(() => new HeightGuess());
  const places = useMemo<Places>(() => new Map(cells.map(({ id }, index) => [id, index])), [cells]);
  // The same function as long as the messages are the same: with another one the list measures all of them anew.
  const keyOf = useCallback((index: number) => cells[index]?.id ?? index, [cells]);
  const newestQuestion = useMemo(() => cells.findLastIndex((cell) => kindOf(cell) === "user"), [cells]);
  const virtual: Rows = useVirtualizer<HTMLElement, HTMLElement>({
    count: cells.length,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: (index) => {
      const kind = kindOf(cells[index]);
      return guess.of(cells[index]?.id ?? "", kind, USUAL[kind]);
    },
    measureElement: (element) => {
      const { height } = element.getBoundingClientRect();
      guess.note(kindOf(cells[Number(element.dataset.index)]), height);
      return height;
    },
    // A conversation is read from its end.
    initialOffset: () => Number.MAX_SAFE_INTEGER,
    initialRect: { width: 0, height: window.innerHeight },
    // A covered conversation has no size, and keeps its rows.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => {
        if (rect.height > 0) tell(rect);
      }),
    // Where rows are put in front, what is in sight stays built.
    anchorTo: "end",
    // The conversation follows its end by itself (`follow.ts`), and the browser holds what is read.
    scrollEndThreshold: -1,
    scrollToFn: () => undefined,
    rangeExtractor: ({ startIndex, endIndex, count }: Range) =>
      rowsToBuild({
        first: startIndex,
        last: endIndex,
        count,
        heightOf: (index) => virtual.measurementsCache[index]?.size ?? 0,
        pinned: [
          // The newest turn is always there, for whoever listens.
          count - 1,
          newestQuestion,
          ...[...pinned, edited, ...rowsInUse(list.current)].map((id) => places.get(id ?? "") ?? -1),
        ],
      }),
  });
  virtual.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  useLateScroller(virtual);
  useTops(thread, virtual, places, list);
  return virtual;
}

/** Fetches the words of messages that are built next. */
function useWordsAhead(cells: readonly MessageCell[], built: readonly number[]): void {
  const { shown } = useThread();
  const key = built.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array is another one each time; its key says whether it has changed.
  useEffect(() => {
    const next = built.flatMap((index) => [cells[index - AHEAD], cells[index + AHEAD]]);
    const away = next.filter((cell): cell is MessageCell => cell?.get().message.away === true);
    if (away.length > 0) doing(() => shown.fetch(away));
  }, [shown, cells, key]);
}

interface RowsProps {
  scroller: RefObject<HTMLElement | null>;
  cells: readonly MessageCell[];
  /** The content of a row. `height`: CSS pixels, for as long as its words are away. */
  children: (cell: MessageCell, height: number, index: number) => ReactNode;
}

export function MessageRows({ scroller, cells, children }: RowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const virtual = useRows(scroller, list, cells);
  const built = virtual.getVirtualItems();
  useWordsAhead(
    cells,
    built.map(({ index }) => index),
  );
  let end = 0;
  const rows = built.map(({ index, start, end: rowEnd, size }) => {
    const cell = cells[index];
    if (cell === undefined) return null;
    const gap = start - end;
    end = rowEnd;
    return (
      <Fragment key={cell.id}>
        {gap > 0 ? <div className="rows-away" style={{ blockSize: gap }} /> : null}
        <div ref={virtual.measureElement} className="message-row" data-row={cell.id} data-index={index}>
          {children(cell, size, index)}
        </div>
      </Fragment>
    );
  });
  const below = virtual.getTotalSize() - end;
  return (
    <div ref={list} className="message-rows">
      {rows}
      {below > 0 ? <div className="rows-away" style={{ blockSize: below }} /> : null}
    </div>
  );
}
