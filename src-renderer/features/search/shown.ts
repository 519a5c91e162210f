/** Puts results into groups, and cuts snippets at their marks. Pure. */
import type { Found, Snippet } from "../../../src-preload/contract/domain/search";

export interface Group {
  session: Found["session"];
  /** The results in a row that one session has, each with its index among all. */
  found: { one: Found; at: number }[];
}

/** Results that follow each other and belong to one session stand under its title. A title that was found stands for itself. */
export function grouped(results: readonly Found[]): Group[] {
  const groups: Group[] = [];
  for (const [at, one] of results.entries()) {
    const last = groups.at(-1);
    const isSame = last?.session.id === one.session.id && last.found[0]?.one.kind !== "title";
    if (isSame) last?.found.push({ one, at });
    else groups.push({ session: one.session, found: [{ one, at }] });
  }
  return groups;
}

export interface Piece {
  text: string;
  marked: boolean;
}

/** A snippet in pieces, marked and not. */
export function piecesOf({ text, marks }: Snippet): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    pieces.push(
      { text: text.slice(at, start), marked: false },
      { text: text.slice(start, end), marked: true },
    );
    at = end;
  }
  pieces.push({ text: text.slice(at), marked: false });
  return pieces.filter((piece) => piece.text !== "");
}

/** The longest marked words in a row, to be found in the conversation; undefined where none is marked. */
export function wordsToFind({ text, marks }: Snippet): string | undefined {
  const rows: { start: number; end: number }[] = [];
  for (const { start, end } of marks) {
    const last = rows.at(-1);
    if (last !== undefined && text.slice(last.end, start).trim() === "") last.end = end;
    else rows.push({ start, end });
  }
  const longest = rows.reduce<(typeof rows)[0] | undefined>(
    (best, row) => (best === undefined || row.end - row.start > best.end - best.start ? row : best),
    undefined,
  );
  return longest && text.slice(longest.start, longest.end);
}
