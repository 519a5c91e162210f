/**
 * Builds a message in pieces, only those near the view, because a message may be as long as a book. A far piece is empty room of its last
 * height, or of a guessed one. Pieces stand in larger pieces, so that the cost of one more does not grow with their number.
 */
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { TextToFind } from "../../../src-preload/contract/domain/matching";
import { elementsInUse, watcher } from "./near";

/** `SMALL`: the items in a piece. `LARGE`: the items in a piece that holds pieces. */
const SMALL = 8;
const LARGE = 256;
/** A message with no more items is always built as a whole, because rows already come and go with the view. */
const SHORT = 48;
/** The CSS pixels at the beginning and at the end that are built before the view is known. Readers enter a message there. */
const ENTERED = 2_000;

const watch = watcher(1_000);

/** A piece that is not built: its texts in their order, and the way to build it. */
export interface PieceAway {
  texts(): readonly TextToFind[];
  build(): void;
}

const away = new WeakMap<Element, PieceAway>();

/** Returns the piece for which an element stands; undefined if it is built. */
export const pieceAway = (element: Element): PieceAway | undefined => away.get(element);

/** Returns the function that forgets it. */
export function notePieceAway(element: Element, piece: PieceAway): () => void {
  away.set(element, piece);
  return () => void away.delete(element);
}

export const hasPiecesAway = (element: Element): boolean =>
  element.querySelector(".piece-away, .room") !== null;

/** Turns items into a piece. Made once for each kind of item, because a new one draws everything again. */
export interface KindOfPiece<T, C> {
  render(items: readonly T[], from: number, context: C): ReactNode;
  /** Returns a guess in CSS pixels. */
  heightOf(item: T): number;
  /** Returns the texts of items that follow each other. */
  textsOf(items: readonly T[]): readonly TextToFind[];
  /** Returns true if the item has a word too long to be read. Absent for message parts, because their own pieces have it. */
  hasLongWord?(item: T): boolean;
}

interface PieceProps<T, C> {
  kind: KindOfPiece<T, C>;
  items: readonly T[];
  /** The index of the first of `items` in the message. */
  from: number;
  /** The number of items in each inner piece; undefined if this piece holds the items themselves. */
  size: number | undefined;
  context: C;
  /** True if nothing stands after this piece. */
  isLast: boolean;
  /** True if the message is short and stays built. */
  isKept: boolean;
  startsNear: boolean;
}

function PlainPiece<T, C>(props: PieceProps<T, C>) {
  const { kind, items, from, size, context, isLast, isKept, startsNear } = props;
  const place = useRef<HTMLDivElement>(null);
  const height = useRef<number>(undefined);
  const [isInSight, setNear] = useState(startsNear);
  // The newest words are always built, for screen readers.
  const isNear = isKept || isLast || isInSight;
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    return watch(element, (near, measured) => {
      // A selection that reaches far away needs the words where it begins, so a piece in use stays.
      if (!near && elementsInUse().some((used) => element.contains(used))) return;
      if (!near) height.current = measured;
      setNear(near);
    });
  }, []);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || isNear) return;
    return notePieceAway(element, { texts: () => kind.textsOf(items), build: () => setNear(true) });
  }, [isNear, items, kind]);
  if (!isNear) {
    height.current ??= items.reduce((sum, item) => sum + kind.heightOf(item), 0);
    return <div ref={place} className="piece piece-away" style={{ blockSize: height.current }} />;
  }
  const longWords = kind.hasLongWord !== undefined && size === undefined && items.some(kind.hasLongWord);
  return (
    <div ref={place} className={longWords ? "piece piece-long-words" : "piece"}>
      {size === undefined
        ? kind.render(items, from, context)
        : inPieces({ kind, items, from, size, context, isLast, isKept })}
    </div>
  );
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);

const Piece = memo(
  PlainPiece,
  (a, b) =>
    a.kind === b.kind &&
    a.context === b.context &&
    a.isLast === b.isLast &&
    a.isKept === b.isKept &&
    isSame(a.items, b.items),
) as typeof PlainPiece;

/** Counts the first items that together are as high as the part to build at once, by their guessed heights. */
function itemsEntered<T>(items: Iterable<T>, heightOf: (item: T) => number): number {
  let height = 0;
  let count = 0;
  for (const item of items) {
    if (height >= ENTERED) break;
    height += heightOf(item);
    count += 1;
  }
  return count;
}

function* backwards<T>(items: readonly T[]): Generator<T> {
  for (let at = items.length - 1; at >= 0; at--) yield items[at] as T;
}

function inPieces<T, C>({
  items,
  from,
  size,
  ...shared
}: Omit<PieceProps<T, C>, "startsNear"> & { size: number }) {
  const pieces: ReactNode[] = [];
  const { kind } = shared;
  const first = itemsEntered(items, kind.heightOf);
  const last = items.length - itemsEntered(backwards(items), kind.heightOf);
  for (let at = 0; at < items.length; at += size) {
    const isEnd = at + size >= items.length;
    pieces.push(
      <Piece
        {...shared}
        key={at}
        items={items.slice(at, at + size)}
        from={from + at}
        size={size > SMALL ? SMALL : undefined}
        isLast={shared.isLast && isEnd}
        startsNear={at < first || at + size > last}
      />,
    );
  }
  return pieces;
}

interface PiecesProps<T, C> {
  kind: KindOfPiece<T, C>;
  items: readonly T[];
  context: C;
}

export function Pieces<T, C>({ kind, items, context }: PiecesProps<T, C>) {
  const isKept = items.length <= SHORT;
  return inPieces({ kind, items, context, from: 0, size: LARGE, isLast: true, isKept });
}
