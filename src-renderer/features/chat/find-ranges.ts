/** Finds words on the page as ranges over the rendered text, for highlights that change nothing of it. */
import {
  foldSource,
  foldWithPlaces,
  matchesIn,
  type TextToFind,
} from "../../../src-preload/contract/domain/matching";
import { type PieceAway, pieceAway } from "./pieces";

const BLOCKS =
  "p, div, li, ul, ol, pre, h1, h2, h3, h4, h5, h6, blockquote, table, tr, td, th, br, hr, section, dd, dt";
const UNREAD = "button, script, style, svg, iframe, [aria-hidden='true'], .katex, .unseen";

/**
 * Words of the page: their nodes with the place of each in `text`; that text, with a space for each gap of the page; and all of it folded.
 */
interface Piece {
  text: string;
  nodes: { node: Text; at: number }[];
  folded: string;
  places: number[];
  /** Set if the piece is not built. Its words are known, but not their places on the page. */
  away?: PieceAway;
}

/**
 * A text of a message: its pieces one after the other. `at`: where a piece begins in `folded`. `from`: the number of its first characters
 * that are left out.
 */
interface Reading {
  folded: string;
  pieces: { piece: Piece; at: number; from: number }[];
}

function readPiece(root: Node): Piece {
  const nodes: Piece["nodes"] = [];
  let text = "";
  const visit = (node: Node) => {
    if (node instanceof Text) {
      nodes.push({ node, at: text.length });
      text += node.data;
      return;
    }
    if (!(node instanceof Element) || node.matches(UNREAD)) return;
    const apart = node.matches(BLOCKS);
    if (apart) text += "\n";
    for (const child of node.childNodes) visit(child);
    if (apart) text += "\n";
  };
  visit(root);
  return { text, nodes, ...foldWithPlaces(text) };
}

const awayPiece = (away: PieceAway, text: TextToFind, role: string): Piece => ({
  text: "",
  nodes: [],
  folded: foldSource(text, role),
  places: [],
  away,
});

/** Joins pieces. Two spaces that meet become one, as in a text that is folded at once. */
function joined(pieces: readonly Piece[]): Reading {
  const said: string[] = [];
  const placed: Reading["pieces"] = [];
  let at = 0;
  let isAfterSpace = false;
  for (const piece of pieces) {
    const from = isAfterSpace && piece.folded.startsWith(" ") ? 1 : 0;
    const own = piece.folded.slice(from);
    if (own === "") continue;
    placed.push({ piece, at, from });
    said.push(own);
    at += own.length;
    isAfterSpace = own.endsWith(" ");
  }
  return { folded: said.join(""), pieces: placed };
}

/**
 * The words of messages as they stand on the page, or will stand there when they are unfolded. A reading is kept until its part of the page
 * changes. In a growing answer only the changed block is read again.
 */
export class Readings {
  readonly #pieces = new WeakMap<Node, Piece>();
  /** An unbuilt piece whose texts have changed is another object. */
  readonly #awayPieces = new WeakMap<PieceAway, Piece[]>();
  readonly #messages = new WeakMap<Element, readonly Reading[]>();

  /** Forgets the readings that hold `node`, because it has changed. */
  forget(node: Node): void {
    for (let changed: Node | null = node; changed !== null; changed = changed.parentNode) {
      this.#pieces.delete(changed);
      if (changed instanceof Element) this.#messages.delete(changed);
    }
  }

  /** `article`: a message, or another element with texts, such as a summary or a note. */
  of(article: Element): readonly Reading[] {
    const known = this.#messages.get(article);
    if (known !== undefined) return known;
    // A summary has no role; it is the Markdown of a model.
    const role = article.getAttribute("data-role") ?? "assistant";
    const read = [...article.querySelectorAll(".text, .piece-away, [data-findable]")]
      .filter((block) => block.closest("[data-not-found]") === null && !block.matches(".text .piece-away"))
      .flatMap((block) => {
        const pieces = this.#piecesOf(block, role);
        // Outside of a text each piece that is not built is a text of its own.
        return pieceAway(block) === undefined ? [joined(pieces)] : pieces.map((piece) => joined([piece]));
      });
    this.#messages.set(article, read);
    return read;
  }

  #piecesOf(node: Node, role: string): Piece[] {
    const isHolder = node instanceof Element && node.matches(".text, .piece:not(.piece-away)");
    if (isHolder) return [...node.childNodes].flatMap((child) => this.#piecesOf(child, role));
    const away = node instanceof Element ? pieceAway(node) : undefined;
    if (away !== undefined) return this.#awayPiecesOf(away, role);
    const piece = this.#pieces.get(node) ?? readPiece(node);
    this.#pieces.set(node, piece);
    return [piece];
  }

  #awayPiecesOf(away: PieceAway, role: string): Piece[] {
    const known = this.#awayPieces.get(away);
    const pieces = known ?? away.texts().map((text) => awayPiece(away, text, role));
    this.#awayPieces.set(away, pieces);
    return pieces;
  }
}

/** Returns the last element that begins at or before `place`; `all` is in order. */
function lastFrom<T extends { at: number }>(all: readonly T[], place: number): T | undefined {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.at ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return all[low - 1];
}

/** Returns the place of the character at `at` of the folded text in the text of its piece. */
function placeOf({ pieces }: Reading, at: number): { piece: Piece; place: number } | undefined {
  const found = lastFrom(pieces, at);
  return found && { piece: found.piece, place: found.piece.places[at - found.at + found.from] ?? 0 };
}

/** Returns ranges over the matches at `starts`. For a match in a piece that is not built, returns the piece. */
function rangesAt(reading: Reading, starts: readonly number[], length: number): (Range | PieceAway)[] {
  return starts.flatMap((at): (Range | PieceAway)[] => {
    const first = placeOf(reading, at);
    const last = placeOf(reading, at + length - 1);
    if (first === undefined || last === undefined) return [];
    const away = first.piece.away ?? last.piece.away;
    if (away !== undefined) return [away];
    const { text, nodes } = last.piece;
    // The range ends after the last character, including its accents.
    const end = last.place + String.fromCodePoint(text.codePointAt(last.place) ?? 32).length;
    const from = lastFrom(first.piece.nodes, first.place);
    const to = lastFrom(nodes, end - 1);
    if (from === undefined || to === undefined) return [];
    const range = document.createRange();
    range.setStart(from.node, Math.min(first.place - from.at, from.node.length));
    range.setEnd(to.node, Math.min(end - to.at, to.node.length));
    return [range];
  });
}

/** Thousands of ranges would stop the page, and no view shows as many. */
const MOST_BEFORE = 500;

/**
 * Returns the matches around the `nth`, or around the last if there are fewer. `current` is that match, `isThere` tells if it is the `nth`
 * itself, and `away` is its piece if that is not built.
 */
export function rangesAround(
  readings: readonly Reading[],
  needle: string,
  nth: number,
): { ranges: Range[]; current: Range | undefined; isThere: boolean; away: PieceAway | undefined } {
  const all = readings.map((reading) => matchesIn(reading.folded, needle));
  const total = all.reduce((sum, starts) => sum + starts.length, 0);
  const at = Math.min(nth, total - 1);
  const from = Math.max(0, at - MOST_BEFORE);
  let before = 0;
  const found = readings.flatMap((reading, index) => {
    const starts = all[index] ?? [];
    const wanted = starts.slice(Math.max(0, from - before), Math.max(0, at + MOST_BEFORE - before));
    before += starts.length;
    return rangesAt(reading, wanted, needle.length);
  });
  const current = found[at - from];
  const isBuilt = current instanceof Range;
  return {
    ranges: found.filter((one) => one instanceof Range),
    current: isBuilt ? current : undefined,
    isThere: isBuilt && nth < total,
    away: isBuilt ? undefined : current,
  };
}
