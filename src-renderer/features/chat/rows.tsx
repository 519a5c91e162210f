/**
 * The messages of a conversation. Only the rows around the view are built; the other rows are empty room of their height. Rows flow, so
 * that the browser holds the text being read when something above it changes its height.
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

/** The words of this many rows beyond the built ones are fetched, so that those rows are drawn once, with their words. */
const AHEAD = 8;

/** The CSS pixels of a row of an unmeasured kind. */
const USUAL = { user: 90, note: 44, other: 420 };

type Rows = Virtualizer<HTMLElement, HTMLElement>;

/** The indices of messages by their ids. */
type Places = ReadonlyMap<string, number>;

function kindOf(cell: MessageCell | undefined): keyof typeof USUAL {
  const message = cell?.get().message;
  if (message?.role === "user") return "user";
  return message?.metadata.synthetic === true ? "note" : "other";
}

/** Returns the ids of the rows with the focus, or with an end of the selection. */
function rowsInUse(list: HTMLElement | null): string[] {
  return elementsInUse().flatMap((element) => {
    const row = element.closest<HTMLElement>("[data-row]");
    return row && list?.contains(row) ? [row.dataset.row ?? ""] : [];
  });
}

/** Renders the list again, because React sets the scroller only after the list has first asked for it. */
function useLateScroller({ scrollElement }: Rows): void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (scrollElement === null) again();
  }, [scrollElement]);
}

/** Tells the places of rows to everyone who asks the thread. */
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
  // Keeps the function while the messages are the same. With another one the list would measure all rows again.
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
    // When rows are put before, those in sight stay built.
    anchorTo: "end",
    // The conversation itself follows its end (`follow.ts`), and the browser holds the text being read.
    scrollEndThreshold: -1,
    scrollToFn: () => undefined,
    rangeExtractor: ({ startIndex, endIndex, count }: Range) =>
      rowsToBuild({
        first: startIndex,
        last: endIndex,
        count,
        heightOf: (index) => virtual.measurementsCache[index]?.size ?? 0,
        pinned: [
          // The newest turn is always built, for screen readers.
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

/** Fetches the words of the messages that will be built next. */
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
  /** Returns the content of a row. `height`: the CSS pixels of the row while its words are not loaded. */
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
