/**
 * A list of any length, which builds only the rows around the view. Arrows move from row to row, and from a button to the same button of
 * the next row. Tab reaches one row at a time, with its buttons; or its check box alone, where rows have no more than that. A removed row
 * leaves the focus to the row that takes its place.
 */
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { moveTo } from "./list-moves";
import "./long-list.css";

const OVERSCAN = 8;
/** The distance from the end, in rows, at which more rows are requested. */
const AHEAD = 30;

type Key = string | number;

interface LongListProps<T> {
  /** The accessible name of the list. */
  label: string;
  items: readonly T[];
  /** The number of all rows, loaded or not; -1 where nobody knows it. */
  count: number;
  /** Pixels. */
  rowHeight: number;
  /** The row that is marked and gets the first focus, in the place of the first one. */
  wanted?: Key | undefined;
  /** Called when the view comes near the end of the loaded rows. */
  onNearEnd: () => void;
  /** The element that gives its focus to the first row when the list appears, if one does. */
  focusFrom?: RefObject<HTMLElement | null>;
  /** Each row is a check box with its words: that has the focus, and not the row. */
  checks?: boolean;
  /** The content of a row; its buttons, or its check box, take the `tabIndex`. */
  children: (item: T, tabIndex: 0 | -1) => ReactNode;
}

/** The focused row, and the index of its focused button, or -1. */
interface Place {
  key: Key;
  at: number;
  button: number;
}

const buttonsOf = (row: Element | undefined | null) => [
  ...(row?.querySelectorAll<HTMLElement>("button, input[type=checkbox]") ?? []),
];

function useRowFocus<T extends { id: Key }>(
  items: readonly T[],
  list: RefObject<HTMLElement | null>,
  bringIntoSight: (at: number) => void,
) {
  const [visited, setVisited] = useState<Key>();
  const focused = useRef<Place>(undefined);
  const wanted = useRef<Place>(undefined);
  const active = items.some(({ id }) => id === visited) ? visited : items[0]?.id;

  const take = () => {
    const place = wanted.current;
    const row = place && list.current?.querySelector<HTMLElement>(`[data-row="${place.key}"]`);
    if (!place || !row) return;
    wanted.current = undefined;
    (buttonsOf(row)[place.button] ?? row).focus({ preventScroll: true });
  };
  const go = (at: number, button: number) => {
    const item = items[at];
    if (item === undefined) return;
    bringIntoSight(at);
    setVisited(item.id);
    wanted.current = { key: item.id, at, button };
    take();
  };
  useLayoutEffect(() => {
    take();
    const was = focused.current;
    // The browser drops the focus when its row is removed.
    if (was === undefined || document.activeElement !== document.body) return;
    const at = items.findIndex(({ id }) => id === was.key);
    go(at >= 0 ? at : Math.min(was.at, items.length - 1), was.button);
  });
  return {
    active,
    go,
    /** The place of an element in its row; undefined elsewhere. */
    placeOf(target: EventTarget): Place | undefined {
      const row = (target as Element).closest<HTMLElement>("[data-row]");
      const at = items.findIndex(({ id }) => String(id) === row?.dataset.row);
      const key = items[at]?.id;
      return key === undefined
        ? undefined
        : { key, at, button: buttonsOf(row).indexOf(target as HTMLElement) };
    },
    note(place: Place | undefined) {
      focused.current = place;
      if (place !== undefined) setVisited(place.key);
    },
  };
}

/** The list may appear before it can have the focus: a dialog takes its own in a later frame. */
function useFirstFocus(from: RefObject<HTMLElement | null> | undefined, begin: () => void): void {
  const latest = useRef(begin);
  latest.current = begin;
  useLayoutEffect(() => {
    const element = from?.current;
    if (!element) return;
    const onFocus = () => latest.current();
    if (document.activeElement === element) return onFocus();
    element.addEventListener("focus", onFocus, { once: true });
    return () => element.removeEventListener("focus", onFocus);
  }, [from]);
}

/** Builds the rows around the view, and the row with the index `kept`. */
function useRows(
  box: RefObject<HTMLElement | null>,
  { count, rowHeight, kept }: { count: number; rowHeight: number; kept: RefObject<number> },
) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      return kept.current < 0 || shown.includes(kept.current)
        ? shown
        : [...shown, kept.current].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the measures are made from.
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  return virtual;
}

export function LongList<T extends { id: Key }>(props: LongListProps<T>) {
  const { label, items, count, rowHeight, wanted, onNearEnd, focusFrom, checks = false, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const kept = useRef(-1);
  const virtual = useRows(box, { count: items.length, rowHeight, kept });
  const focus = useRowFocus(items, list, (at) => virtual.scrollToIndex(at, { align: "auto" }));
  kept.current = items.findIndex(({ id }) => id === focus.active);
  const isNear = (virtual.range?.endIndex ?? 0) >= items.length - AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came without reaching out of sight is followed by more.
  useEffect(() => {
    if (isNear) onNearEnd();
  }, [isNear, items.length]);
  useFirstFocus(focusFrom, () =>
    focus.go(
      Math.max(
        0,
        items.findIndex(({ id }) => id === wanted),
      ),
      -1,
    ),
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const place = focus.placeOf(event.target);
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
    const to = moveTo(event.key, { at: place.at, page, last: items.length - 1 });
    if (to === undefined) return;
    event.preventDefault();
    // Renders at once: the next key belongs to that row, even if it was not built yet.
    flushSync(() => focus.go(to, place.button));
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) focus.note(undefined);
  };
  return (
    <div className="long-list" ref={box} tabIndex={-1}>
      <ul
        ref={list}
        aria-label={label}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => focus.note(focus.placeOf(target))}
        onBlur={onBlur}
      >
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index];
          if (item === undefined) return null;
          const tabIndex = item.id === focus.active ? 0 : -1;
          return (
            <li
              key={item.id}
              className="long-row"
              data-row={item.id}
              data-marked={item.id === wanted && item.id === focus.active ? "" : undefined}
              {...(checks ? {} : { tabIndex })}
              aria-posinset={index + 1}
              aria-setsize={count}
              style={{ top: start, height: size }}
            >
              {children(item, tabIndex)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
