/**
 * A message in pieces, of which those near the view are built: a message may be as long as a book. A piece that is far is
 * room as high as it was, or as it is guessed to be. Pieces stand in pieces, so that what one more costs does not follow what is there.
 */
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { elementsInUse, watcher } from "./near";

/** Items in a piece, and in one of the pieces that hold pieces. */
const SMALL = 8;
const LARGE = 256;
/** Items of a message that is always built as a whole: rows come and go with what is in sight. */
const SHORT = 48;
/** CSS pixels at the beginning and at the end that are built before it is known what is in sight: there a message is entered. */
const ENTERED = 2_000;

const watch = watcher(1_000);

/** A piece that is not built: what is written in it, and the way to have it built. */
export interface PieceAway {
  source(): string;
  build(): void;
}

const away = new WeakMap<Element, PieceAway>();

/** The piece of an element of class `piece` that is not built; undefined where it is. */
export const pieceAway = (element: Element): PieceAway | undefined => away.get(element);

export const hasPiecesAway = (element: Element): boolean =>
  element.querySelector(".piece-away, .room") !== null;

/** How items become a piece. Made once for each kind of item: a change of it draws everything anew. */
export interface KindOfPiece<T, C> {
  render(items: readonly T[], from: number, context: C): ReactNode;
  /** Guessed, in CSS pixels. */
  heightOf(item: T): number;
  sourceOf(item: T): string;
  /** True where a word of the item is longer than anybody reads. Not given for parts: the pieces within a part have their own. */
  hasLongWord?(item: T): boolean;
}

interface PieceProps<T, C> {
  kind: KindOfPiece<T, C>;
  items: readonly T[];
  /** Index of the first of `items` in the message. */
  from: number;
  /** Items in each of the pieces in it; undefined where it holds the items themselves. */
  size: number | undefined;
  context: C;
  /** Nothing stands after it. */
  isLast: boolean;
  /** The message is short: it stays built. */
  isKept: boolean;
  startsNear: boolean;
}

function PlainPiece<T, C>(props: PieceProps<T, C>) {
  const { kind, items, from, size, context, isLast, isKept, startsNear } = props;
  const place = useRef<HTMLDivElement>(null);
  const height = useRef<number>(undefined);
  const [isInSight, setNear] = useState(startsNear);
  // The newest words are always there, for whoever listens.
  const isNear = isKept || isLast || isInSight;
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    return watch(element, (near, measured) => {
      // A selection from here to somewhere far away needs the words in which it begins.
      if (!near && elementsInUse().some((used) => element.contains(used))) return;
      if (!near) height.current = measured;
      setNear(near);
    });
  }, []);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || isNear) return;
    away.set(element, { source: () => items.map(kind.sourceOf).join("\n"), build: () => setNear(true) });
    return () => void away.delete(element);
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

/** How many of the first items are as high together as what is built at once, as far as is known. */
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
