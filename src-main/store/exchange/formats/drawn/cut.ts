/**
 * Cuts Markdown into pieces that a parser reads one by one. What it needs for some texts grows with the square of their length: pieces of a
 * bounded length make the whole linear. A piece without a place to cut is not drawn.
 */

export interface MarkdownPiece {
  text: string;
  /** Short and flat enough to be parsed in good time. */
  drawable: boolean;
}

/** Characters outside of fences: from the first number on a piece ends where it may, beyond the second it is not drawn. */
const PIECE = 4_000;
const LARGEST = 12_000;
/** Definitions that pieces may share. */
const MOST_DEFINITIONS = 100;

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
/** Begins something new behind a blank line: no further entry of a list, row, quotation or continued line. */
const BEGINS = /^(?!(?:[-*+]|\d{1,9}[.)])\s|[>|])\S/;
const DEFINITION = /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*\S/;
/** A parser would call itself once for each of these marks. */
const DEEP = /^(?:[ \t]*(?:>|[*+-](?=\s)|\d{1,9}[.)](?=\s))){24}/m;

/** Follows the fences of a text line by line. */
function createFence() {
  let open: string | undefined;
  return {
    isOpen: () => open !== undefined,
    take: (line: string): void => {
      const [, fence = "", rest = ""] = FENCE.exec(line) ?? [];
      if (open !== undefined) {
        if (fence.startsWith(open) && rest.trim() === "") open = undefined;
        // Behind a fence of backticks no other may stand in its line.
      } else if (fence !== "" && !(fence.startsWith("`") && rest.includes("`"))) open = fence;
    },
  };
}

export function cut(markdown: string): MarkdownPiece[] {
  const pieces: { lines: string[]; prose: number }[] = [];
  const definitions = new Map<string, string>();
  const fence = createFence();
  let before = "";
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    let piece = pieces.at(-1);
    const ends = (piece?.prose ?? 0) >= PIECE && before.trim() === "" && BEGINS.test(line);
    if (piece === undefined || (ends && !fence.isOpen())) {
      piece = { lines: [], prose: 0 };
      pieces.push(piece);
    }
    piece.lines.push(line);
    if (!fence.isOpen()) {
      piece.prose += line.length + 1;
      const label = DEFINITION.exec(line)?.[1]?.toLowerCase();
      if (label !== undefined && definitions.size < MOST_DEFINITIONS && !definitions.has(label))
        definitions.set(label, line);
    }
    fence.take(line);
    before = line;
  }
  return pieces.map(({ lines, prose }) => {
    const text = lines.join("\n");
    const drawable = prose <= LARGEST && !DEEP.test(text);
    return { text: drawable && pieces.length > 1 ? withDefinitions(text, definitions) : text, drawable };
  });
}

/** The text, and before it the definitions of other pieces that it refers to. */
function withDefinitions(text: string, definitions: ReadonlyMap<string, string>): string {
  const folded = text.toLowerCase();
  const needed = [...definitions].filter(
    ([label]) => folded.includes(`[${label}]`) && !folded.includes(`[${label}]:`),
  );
  return needed.length === 0 ? text : `${needed.map(([, line]) => line).join("\n")}\n\n${text}`;
}
